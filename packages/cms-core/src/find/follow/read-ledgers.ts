import { isCmsError, type Issue } from "../../base/errors.ts";
import type { GitRepository } from "../../git/repository/repository.ts";
import type { LedgerRecord } from "../../model/entry.ts";
import {
  type PublishedFileChanges,
  readLedger,
  sortPublishedChanges,
} from "../../publish/branch/published-tree.ts";
import { inChunks } from "../schema/database.ts";
import type { SiteSchemas } from "../schema/site-schemas.ts";
import { readVersionFacts, type VersionFacts } from "../schema/version-facts.ts";

/** What a ledger file of `published` says. */
export interface LedgerChange {
  readonly path: string;
  readonly type: string;
  readonly id: string;
  /** Undefined when the file was removed or cannot be read. */
  readonly record: LedgerRecord | undefined;
  readonly issues: readonly Issue[];
}

/** Changes of `published`: its ledger, and where pinned files are, by blob. */
export interface PublishedChanges {
  readonly ledgers: readonly LedgerChange[];
  readonly pins: ReadonlyMap<string, string>;
}

export async function readPublishedChanges(
  repository: GitRepository,
  from: string | undefined,
  to: string,
): Promise<PublishedChanges> {
  const { ledger, pins } = sortPublishedChanges(await repository.changedFiles(from, to));
  const ledgers: LedgerChange[] = [];
  const present: (PublishedFileChanges["ledger"][number] & { readonly after: string })[] = [];
  for (const change of ledger) {
    const { path, apiId: type, id, after } = change;
    if (after === undefined) ledgers.push({ path, type, id, record: undefined, issues: [] });
    else present.push({ ...change, after });
  }
  await inChunks(repository, present, {
    oidOf: ({ after }) => after,
    take: ({ path, apiId: type, id }, bytes) => {
      ledgers.push(ledgerFile(bytes, { path, type, id }));
    },
  });
  return { ledgers, pins };
}

function ledgerFile(
  bytes: Uint8Array,
  file: { readonly path: string; readonly type: string; readonly id: string },
): LedgerChange {
  try {
    return { ...file, record: readLedger(bytes, file), issues: [] };
  } catch (error) {
    if (!isCmsError(error)) throw error;
    const { code, message, issues } = error;
    const own = issues.length > 0 ? issues : [{ code, message, path: file.path }];
    return { ...file, record: undefined, issues: own };
  }
}

/** A pinned file to read: of a ledger record, by what is known of it. */
export interface Pin {
  readonly type: string;
  readonly id: string;
  readonly slug: string;
  readonly blob: string;
  readonly path: string;
}

/** What pinned files say, by the key of their entries. */
export async function readPins(
  repository: GitRepository,
  pins: readonly Pin[],
  schemas: SiteSchemas,
): Promise<ReadonlyMap<string, VersionFacts>> {
  const facts = new Map<string, VersionFacts>();
  await inChunks(repository, pins, {
    oidOf: ({ blob }) => blob,
    take: ({ type, id, slug, blob, path }, bytes) => {
      const state = schemas.typeOf(type);
      const identity = { apiId: type, slug, object: state?.type.kind === "object" };
      const read = readVersionFacts({ path, blob, bytes }, identity, state);
      // The ledger says whose it is, whatever can be read of the file.
      facts.set(entryKey(type, id), { ...read, id });
    },
  });
  return facts;
}

export function entryKey(type: string, id: string): string {
  return `${type}/${id}`;
}

/**
 * When each entry was last published or unpublished, ms since 1970, by the path of its
 * ledger file: the last commit that raised its version or changed its state.
 */
export async function lastMoves(
  repository: GitRepository,
  commit: string,
): Promise<ReadonlyMap<string, number>> {
  const touches = new Map<string, { readonly time: number; readonly blob: string | undefined }[]>();
  await repository.readChangeLog(commit, {
    paths: ["ledger"],
    take: ({ path, time, after }) => {
      const known = touches.get(path);
      if (known === undefined) touches.set(path, [{ time, blob: after }]);
      else known.push({ time, blob: after });
      return true;
    },
  });
  const repeated = [...touches.values()].filter((list) => list.length > 1);
  const blobs = [...new Set(repeated.flat().flatMap(({ blob }) => blob ?? []))];
  const versions = new Map<string | undefined, string>();
  await inChunks(repository, blobs, {
    oidOf: (blob) => blob,
    take: (blob, bytes) => {
      const { record } = ledgerFile(bytes, { path: "", type: "", id: "" });
      versions.set(blob, record === undefined ? "" : versionKey(record));
    },
  });
  const moves = new Map<string, number>();
  for (const [path, [newest, ...older]] of touches) {
    if (newest === undefined) continue;
    let { time } = newest;
    for (const touch of older) {
      if (versions.get(touch.blob) !== versions.get(newest.blob)) break;
      time = touch.time;
    }
    moves.set(path, time);
  }
  return moves;
}

/** What a publish or an unpublish changes, and moving an entry in its list does not. */
export function versionKey({ state, version }: Pick<LedgerRecord, "state" | "version">): string {
  return `${state} ${version}`;
}
