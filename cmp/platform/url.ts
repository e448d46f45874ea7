/** A URL that hides nothing: no user, query or fragment; undefined for anything else. */
function plainUrl(text: string): URL | undefined {
  if (!URL.canParse(text) || /[?#@\\\s]/.test(text)) return undefined;
  return new URL(text);
}

export function isUrl(text: string): boolean {
  return plainUrl(text) !== undefined;
}

/** Scheme, host and port as every client understands them; undefined for what is no such URL. */
export function originOf(text: string): string | undefined {
  return plainUrl(text)?.origin;
}

const LOCAL_HOSTS: readonly RegExp[] = [
  /^(?:.*\.)?localhost$/,
  /^(?:127|0)\.[0-9.]+$/,
  /^169\.254\.[0-9.]+$/,
  /^\[::1?\]$/,
  /^\[::ffff:/,
  /^\[fe[89ab][0-9a-f]:/,
  /^\[fd00:ec2::254\]$/,
  /^metadata(?:\.google\.internal)?$/,
];

/** True for the node itself, link-local addresses and metadata services: never a bucket (bug row E10). */
export function isLocalHost(text: string): boolean {
  const host = plainUrl(text)?.hostname.toLowerCase().replace(/\.$/, '');
  return host !== undefined && LOCAL_HOSTS.some((pattern) => pattern.test(host));
}
