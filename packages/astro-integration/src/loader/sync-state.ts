import { createHash } from "node:crypto";
import type { LoaderContext } from "astro/loaders";
import type { ResolvedOptions } from "../options/options.ts";
import type { PublishedType } from "../source/site-index.ts";

/** Raised when the stored form of an entry changes, so that older stores are read anew. */
const FORMAT = 2;
const KEY = "loam";

/** What the loader remembers about a collection between two syncs. */
export interface SyncState {
  /** Of everything besides the content that decides what is stored. */
  readonly fingerprint: string;
  /** Of the list file that the stored entries come from. */
  readonly sha256: string;
}

/**
 * Astro clears its store when the text of `content.config.ts` changes, and for nothing else: a
 * changed schema or option must show here.
 */
export function fingerprintOf(
  { collection }: Pick<LoaderContext, "collection">,
  type: PublishedType,
  { source, prefix, idFrom, render, references, onError, routes }: ResolvedOptions,
): string {
  const links = typeof routes === "function" ? String(routes) : routes;
  const options = [source, prefix, idFrom, render, references, onError, links];
  const parts = [FORMAT, collection, type.kind, type.fields, ...options];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}

/** `undefined` when there is none, or one that cannot be read. */
export function readState(meta: LoaderContext["meta"]): SyncState | undefined {
  const text = meta.get(KEY);
  if (text === undefined) return undefined;
  const [fingerprint, sha256] = text.split(" ");
  return fingerprint && sha256 ? { fingerprint, sha256 } : undefined;
}

export function writeState(meta: LoaderContext["meta"], state: SyncState): void {
  meta.set(KEY, `${state.fingerprint} ${state.sha256}`);
}
