import { setTimeout as delay } from "node:timers/promises";
import { isCmsError } from "@loam/cms-core";
import { type IndexRow, readAll, readRows } from "./published-content.ts";
import { findType, readSiteIndex, type SiteIndex } from "./site-index.ts";
import type { Source } from "./source.ts";

/** The entry that a reference's id identifies. */
export interface Target {
  readonly type: string;
  readonly slug: string;
}

/** A consistent view of a site: its index and the row indexes that belong to it, each read once. */
export interface SiteSnapshot {
  readonly index: SiteIndex;
  rows(apiId: string): Promise<readonly IndexRow[] | undefined>;
  /** Returns all published entries of `types` by id. */
  targets(types: readonly string[]): Promise<ReadonlyMap<string, Target>>;
}

const ATTEMPTS = 6;
const FIRST_PAUSE_MS = 100;
/** Errors that a concurrent publish can cause. Reading again resolves them. */
const TRANSIENT_ERRORS = new Set(["source_changing", "dangling_reference"]);

const shared = new WeakMap<Source, { readonly snapshot: Promise<SiteSnapshot>; users: number }>();

/**
 * Runs `use` with a view of the site, shared by all collections that load at the same time. Retries with a new view as
 * long as the data isn't consistent.
 */
export async function withConsistentSite<T>(
  source: Source,
  use: (site: SiteSnapshot) => Promise<T>,
  { firstPauseMs = FIRST_PAUSE_MS }: { readonly firstPauseMs?: number } = {},
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await withSharedSnapshot(source, use);
    } catch (error) {
      if (attempt === ATTEMPTS || !isCmsError(error) || !TRANSIENT_ERRORS.has(error.code))
        throw error;
      shared.delete(source);
      await delay(firstPauseMs * 2 ** (attempt - 1));
    }
  }
}

async function withSharedSnapshot<T>(
  source: Source,
  use: (site: SiteSnapshot) => Promise<T>,
): Promise<T> {
  const current = shared.get(source) ?? { snapshot: takeSnapshot(source), users: 0 };
  shared.set(source, current);
  current.users += 1;
  try {
    return await use(await current.snapshot);
  } finally {
    current.users -= 1;
    if (current.users === 0 && shared.get(source) === current) shared.delete(source);
  }
}

async function takeSnapshot(source: Source): Promise<SiteSnapshot> {
  const index = await readSiteIndex(source);
  const rows = new Map<string, Promise<readonly IndexRow[] | undefined>>();
  const rowsOf = (apiId: string): Promise<readonly IndexRow[] | undefined> => {
    const known = rows.get(apiId);
    if (known) return known;
    const read = readRows(source, findType(index, apiId));
    rows.set(apiId, read);
    return read;
  };
  return {
    index,
    rows: rowsOf,
    async targets(types) {
      const all = await Promise.all(
        types.map(async (type) => {
          const found = (await rowsOf(type)) ?? (await readAll(source, findType(index, type)));
          return found.map(({ id, slug }): [string, Target] => [id, { type, slug }]);
        }),
      );
      return new Map(all.flat());
    },
  };
}
