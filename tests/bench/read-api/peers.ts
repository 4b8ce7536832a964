/** Results of the best of Payload, Strapi, and Directus, measured on another machine. */
export interface Peer {
  readonly who: string;
  /** Responses per second with 1 and with 32 parallel requests. */
  readonly rates: Readonly<Record<Connections, number>>;
}

export const CONNECTIONS = [1, 32] as const;
export type Connections = (typeof CONNECTIONS)[number];

const DIRECTUS_FILTER: Peer = { who: "Directus", rates: { 1: 169, 32: 202 } };

export const PEERS = {
  filter: DIRECTUS_FILTER,
  // The combination wasn't measured. Sorting makes no filter faster, so this target is stricter.
  filterAndSort: DIRECTUS_FILTER,
  deepOffset: { who: "Directus", rates: { 1: 266, 32: 269 } },
  expand: { who: "Payload with an index added by hand", rates: { 1: 584, 32: 571 } },
  search: { who: "the better of Payload and Directus", rates: { 1: 36.9, 32: 39.5 } },
} as const satisfies Readonly<Record<string, Peer>>;

/** Responses per second of a bare `node:http` server on that machine: a 2.4 KB entry, 32 parallel requests. */
const THEIR_BARE_RATE = 71_116;

/**
 * Returns the speed of this machine relative to that one. All results are CPU-bound, so they scale with the bare
 * server's.
 *
 * @param bareRate of the same server with an entry of the same size, measured here
 */
export function machineFactor(bareRate: number): number {
  return bareRate / THEIR_BARE_RATE;
}
