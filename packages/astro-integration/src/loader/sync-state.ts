import { createHash } from "node:crypto";
import type { LoaderContext } from "astro/loaders";
import type { ResolvedOptions } from "../options/options.ts";
import type { PublishedType } from "../source/site-index.ts";

/** Incremented when the stored format of an entry changes, so that older stores are read again. */
const FORMAT = 2;
const KEY = "loam";

/** State of a collection that the loader keeps between two syncs. */
export interface SyncState {
  /** Hash of everything except the content that determines the stored entries. */
  readonly fingerprint: string;
  /** Hash of the list file from which the stored entries were read. */
  readonly sha256: string;
}

/**
 * Returns a fingerprint of the schema and the options. Astro only clears its store when the text of `content.config.ts`
 * changes, so other changes must be detected here.
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

/** Returns `undefined` if there is no state, or if it cannot be read. */
export function readState(meta: LoaderContext["meta"]): SyncState | undefined {
  const text = meta.get(KEY);
  if (text === undefined) return undefined;
  const [fingerprint, sha256] = text.split(" ");
  return fingerprint && sha256 ? { fingerprint, sha256 } : undefined;
}

export function writeState(meta: LoaderContext["meta"], state: SyncState): void {
  meta.set(KEY, `${state.fingerprint} ${state.sha256}`);
}
