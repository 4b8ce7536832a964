import type { VersionFacts } from "../schema/version-facts.ts";
import { NO_TOUCH } from "./entry-writer.ts";
import type { EntryRow } from "./file-writer.ts";
import type { IndexSession } from "./index-session.ts";
import { entryKey } from "./read-ledgers.ts";

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
