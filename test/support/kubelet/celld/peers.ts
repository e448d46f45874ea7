import { request } from 'node:http';
import type { Lease } from './bucket.ts';

/** From 0.4 on peers talk through a tunnel that refuses every other protocol. facts/celld.md 5. */
export type PeerProtocol = 'plain' | 'tunnel';

export interface Offer {
  /** `handoff`: these cells are yours. `share`: keep so many, give me the rest. */
  readonly path: 'handoff' | 'share';
  readonly cells: number;
  readonly protocol: PeerProtocol;
}

const TIMEOUT_MS = 500;

/** How many cells changed hands; undefined where the peer refused or did not answer. */
export function offerCells(peer: Lease, { path, cells, protocol }: Offer): Promise<number | undefined> {
  return new Promise((resolve) => {
    const url = `http://${peer.ip}:${String(peer.port)}/peer/${path}?cells=${String(cells)}`;
    const call = request(
      url,
      { method: 'POST', timeout: TIMEOUT_MS, headers: { 'x-peer-protocol': protocol }, agent: false },
      (answer) => {
        let text = '';
        answer.on('data', (chunk: Buffer) => (text += String(chunk)));
        answer.on('error', () => resolve(undefined));
        answer.on('end', () => resolve(answer.statusCode === 200 ? Number(text) : undefined));
      },
    );
    call.on('timeout', () => call.destroy());
    call.on('error', () => resolve(undefined));
    call.end();
  });
}
