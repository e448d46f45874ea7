export type BoundedReading =
  { readonly kind: 'read'; readonly text: string } | { readonly kind: 'too-large' };

export interface BoundedOptions {
  readonly maxBytes: number;
  /** What the store said it would send; fewer bytes are a torn answer, not a shorter object. */
  readonly expected?: number | undefined;
  readonly signal: AbortSignal;
}

/** What clients hand out as a body. */
export interface Body extends AsyncIterable<unknown> {
  destroy(error?: Error): unknown;
}

/** A whole body as UTF-8, or no body at all: one that is too large or torn is given up. Rejects for a torn one. */
export async function readBounded(body: Body, options: BoundedOptions): Promise<BoundedReading> {
  const { maxBytes, expected, signal } = options;
  const stop = (): void => void body.destroy(new Error('There was no answer in time'));
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop);
  try {
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of body as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > maxBytes) return { kind: 'too-large' };
      chunks.push(chunk);
    }
    if (expected !== undefined && bytes !== expected) throw new Error('The answer ended early');
    return { kind: 'read', text: Buffer.concat(chunks).toString('utf8') };
  } finally {
    signal.removeEventListener('abort', stop);
    body.destroy();
  }
}
