/** What the best of Payload, Strapi and Directus answered, as it was measured on another machine. */
export interface Peer {
  readonly who: string;
  /** Answers a second with one request at once, and with 32. */
  readonly rates: Readonly<Record<Connections, number>>;
}

export const CONNECTIONS = [1, 32] as const;
export type Connections = (typeof CONNECTIONS)[number];

const DIRECTUS_FILTER: Peer = { who: "Directus", rates: { 1: 169, 32: 202 } };

export const PEERS = {
  filter: DIRECTUS_FILTER,
  // Both together were not measured. A sort makes no filter faster, so this figure asks for more, not less.
  filterAndSort: DIRECTUS_FILTER,
  deepOffset: { who: "Directus", rates: { 1: 266, 32: 269 } },
  expand: { who: "Payload with an index added by hand", rates: { 1: 584, 32: 571 } },
  search: { who: "the better of Payload and Directus", rates: { 1: 36.9, 32: 39.5 } },
} as const satisfies Readonly<Record<string, Peer>>;

/** Answers a second of a bare `node:http` server on that machine: one entry of 2.4 KB, 32 at once. */
const THEIR_BARE_RATE = 71_116;

/**
 * How fast this machine is beside that one. What peers take is processor time, as what the bare server takes:
 * on a machine where that one answers half as many, so would they.
 *
 * @param bareRate of the same server with an entry of the same size, measured here
 */
export function machineFactor(bareRate: number): number {
  return bareRate / THEIR_BARE_RATE;
}
