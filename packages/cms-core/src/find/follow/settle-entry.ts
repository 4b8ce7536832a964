import { classifyPath } from "../../content/site/layout.ts";
import type { GitRepository } from "../../git/repository/repository.ts";
import type { LedgerRecord } from "../../model/entry.ts";
import { inChunks } from "../schema/database.ts";
import { isApart } from "../schema/entry-state.ts";
import { readVersionFacts, type VersionFacts } from "../schema/version-facts.ts";
import { NO_TOUCH } from "./entry-writer.ts";
import type { EntryRow } from "./file-writer.ts";
import type { IndexSession } from "./index-session.ts";
import { entryKey } from "./ledger-writer.ts";

interface SettleEntry {
  readonly type: string;
  readonly id: string;
  /** Pinned files that were read, by the key of their entry. */
  readonly pins: ReadonlyMap<string, VersionFacts>;
  /** Files on `main` that were read to be compared with pinned ones, by row. */
  readonly beside: ReadonlyMap<number, VersionFacts>;
}

/**
 * Makes the rows of an entry say what follows from its files and its ledger; an entry that is live
 * without a file on `main` has a row that shows what is live. Inside a transaction.
 */
export function settleEntry(
  { rows, entries, ledger }: IndexSession,
  { type, id, pins, beside }: SettleEntry,
): void {
  const live = ledger.get(type, id);
  const known = rows.of(type, id);
  const files = known.filter(({ onMain }) => onMain);
  for (const row of files) entries.derive(row.row, withDigest(row, beside.get(row.row)), live);
  const isOnlyLive = files.length === 0 && live?.state === "published";
  const pinned = pins.get(entryKey(type, id));
  if (isOnlyLive && pinned === undefined) return;
  for (const row of known) if (!row.onMain) entries.remove(row.row, row.links);
  if (isOnlyLive && pinned !== undefined) {
    // Who changed the file of an entry that is only live is not looked for.
    const touch = { ...NO_TOUCH, time: live.updatedAt };
    entries.put(pinned, { path: null, touch, ledger: live });
  }
}

function withDigest(row: EntryRow, facts: VersionFacts | undefined): EntryRow {
  if (row.read === undefined || facts?.read === undefined) return row;
  return { ...row, read: { ...row.read, digest: facts.read.digest() } };
}

/**
 * The files on `main` whose values are to be compared with pinned ones for the first time, by row:
 * those of entries that are live in another version.
 */
export async function readBeside(
  { rows, schemas }: IndexSession,
  repository: GitRepository,
  records: readonly Pick<LedgerRecord, "type" | "id" | "state" | "blob">[],
): Promise<ReadonlyMap<number, VersionFacts>> {
  const wanted = records.flatMap(({ type, id, state, blob }) =>
    rows.of(type, id).filter((row) => isUncompared(row, { state, blob })),
  );
  const facts = new Map<number, VersionFacts>();
  await inChunks(repository, wanted, {
    oidOf: ({ blob }) => blob,
    take: ({ row, type, blob, path = "" }, bytes) => {
      const identity = classifyPath(path, schemas.site);
      if (identity.kind !== "entry") return;
      facts.set(row, readVersionFacts({ path, blob, bytes }, identity, schemas.typeOf(type)));
    },
  });
  return facts;
}

function isUncompared(
  { onMain, read, blob }: EntryRow,
  record: Pick<LedgerRecord, "state" | "blob">,
): boolean {
  return onMain && read !== undefined && read.digest === undefined && isApart(blob, record);
}
