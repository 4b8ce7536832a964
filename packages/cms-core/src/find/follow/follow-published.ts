import type { GitRepository } from "../../git/repository/repository.ts";
import type { LedgerRecord } from "../../model/entry.ts";
import { PUBLISHED_REF } from "../../publish/branch/published-tree.ts";
import type { VersionFacts } from "../schema/version-facts.ts";
import type { EntryRow } from "./entry-writer.ts";
import { type IndexSession, transact } from "./index-session.ts";
import { NO_PIN, type PinFacts, pinOf } from "./ledger-writer.ts";
import { entryKey, lastMoves, type Pin, readPins, readPublishedChanges } from "./read-published.ts";

/** So many publishes are followed; after more, the index is made anew. */
const MAX_STEPS = 200;

/**
 * Brings the index to another commit of `published`.
 *
 * @returns false when it was not reached from where the index stands
 */
export async function followPublished(
  session: IndexSession,
  repository: GitRepository,
  to: string,
): Promise<boolean> {
  const { published: from } = session.heads;
  const steps = from && (await repository.firstParents({ from, to, limit: MAX_STEPS }));
  if (from !== undefined && steps === undefined) return false;
  const { ledgers, pins } = await readPublishedChanges(repository, from, to);
  const before = new Map(
    ledgers.map(({ path, type, id }) => [path, session.ledger.get(type, id)] as const),
  );
  const moves = await lastMoves(repository, { to, steps: steps || undefined, before });
  const places = ledgers.flatMap(({ path, record }) => {
    if (record?.state !== "published") return [];
    return { record, path: pins.get(record.blob) ?? before.get(path)?.path };
  });
  const { known, read } = await findPins(session, repository, places);
  transact(session, () => {
    const { ledger, entries, files } = session;
    for (const { path, type, id, record, issues } of ledgers) {
      const key = entryKey(type, id);
      files.setProblem(path, issues);
      if (record === undefined) ledger.remove(type, id);
      else ledger.put(record, known.get(key) ?? NO_PIN, moves.get(path) ?? 0);
      entries.settle({ type, id }, ledger.get(type, id), read.get(key));
    }
    files.setCursor(PUBLISHED_REF, to);
  });
  session.heads = { ...session.heads, published: to };
  return true;
}

interface FoundPins {
  readonly known: ReadonlyMap<string, PinFacts>;
  /** The files that had to be read: nothing was known of them, or they are shown. */
  readonly read: ReadonlyMap<string, VersionFacts>;
}

/** What the pinned files of live entries say, by the key of the entry. */
async function findPins(
  session: IndexSession,
  repository: GitRepository,
  places: readonly { readonly record: LedgerRecord; readonly path: string | undefined }[],
): Promise<FoundPins> {
  const known = new Map<string, PinFacts>();
  const wanted = new Map<string, Pin>();
  for (const { record, path } of places) {
    const key = entryKey(record.type, record.id);
    const onMain = session.entries.of(record.type, record.id).filter((row) => row.onMain);
    const pin = knownPin(session, record, onMain);
    if (pin !== undefined) known.set(key, { ...pin, path: path ?? pin.path });
    if (pin === undefined || onMain.length === 0) {
      wanted.set(key, { ...record, path: path ?? pin?.path ?? "" });
    }
  }
  const read = await readPins(repository, [...wanted.values()], session.schemas);
  for (const [key, facts] of read) known.set(key, pinOf(facts, wanted.get(key)?.path ?? ""));
  return { known, read };
}

/** What is known of a pinned file because it was pinned before, or is the file on `main`. */
function knownPin(
  { ledger }: IndexSession,
  { type, id, blob }: LedgerRecord,
  onMain: readonly EntryRow[],
): PinFacts | undefined {
  const before = ledger.get(type, id);
  if (before?.state === "published" && before.blob === blob) return before;
  const row = onMain.find((one) => one.blob === blob);
  return row && { ...row, digest: row.read?.digest, path: row.path ?? "" };
}
