import { type CmsError, type Issue, readOr } from "../../base/errors.ts";
import { FORMAT_PATH } from "../../content/site/format-file.ts";
import { LEDGER_FOLDER } from "../../content/site/layout.ts";
import { parseLedgerFile } from "../../content/site/ledger-file.ts";
import type { CommitStep } from "../../git/read/first-parents.ts";
import { damagedFile, eachFileThere } from "../../git/repository/read-files.ts";
import type { GitRepository } from "../../git/repository/repository.ts";
import type { LedgerRecord } from "../../model/entry.ts";
import { currentPath, refuseUnknown } from "../../publish/branch/published-format.ts";
import { PUBLISHED_REF, sortPublishedChanges } from "../../publish/branch/published-tree.ts";
import { requireFormatAt } from "../../site/read/known-format.ts";
import type { SiteIndex } from "../../site/read/site-index.ts";
import { readVersionFacts, unreadFacts, type VersionFacts } from "../schema/version-facts.ts";
import type { EntryRow } from "./entry-writer.ts";
import { type IndexSession, transact } from "./index-session.ts";
import { type LedgerRow, NO_PIN, type PinFacts, pinOf } from "./ledger-writer.ts";
import { ignoreDamagedHistory, eachChange } from "./read-main-files.ts";

/** If there are more publishes in between, the index is rebuilt. */
const MAX_STEPS = 200;

/**
 * Updates the index to another commit of `published`.
 *
 * @returns false if it isn't a descendant of the index's commit
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
  const moves = await lastMoves(repository, { to, steps: steps || undefined, ledgers, before });
  const places = ledgers.flatMap(({ path, record }) => {
    if (record?.state !== "published") return [];
    return { record, path: pins.get(record.blob) ?? before.get(path)?.path };
  });
  const { known, read } = await findPins(session, repository, places);
  transact(session, () => {
    const { ledger, entries, files } = session;
    for (const { path, type, id, record } of ledgers) {
      const key = entryKey(type, id);
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
  /** The files that had to be read, because they are unknown or shown. */
  readonly read: ReadonlyMap<string, VersionFacts>;
}

/** Returns the facts of the pinned files of live entries, by the key of the entry. */
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

/** Returns known facts of a pinned file that was pinned before or is the file on `main`. */
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

/** Content of a changed ledger file of `published`. */
interface LedgerChange {
  readonly path: string;
  readonly type: string;
  readonly id: string;
  /** Undefined if the file was removed or cannot be read. */
  readonly record: LedgerRecord | undefined;
}

/** Changes of `published`: ledger files, and paths of pinned files by blob. */
interface PublishedChanges {
  readonly ledgers: readonly LedgerChange[];
  readonly pins: ReadonlyMap<string, string>;
}

async function readPublishedChanges(
  repository: GitRepository,
  from: string | undefined,
  to: string,
): Promise<PublishedChanges> {
  const files =
    from === undefined
      ? (await repository.readableFiles(to)).files
      : await repository.changedFiles(from, to);
  if (files.some(({ path }) => path === FORMAT_PATH)) await requireFormatAt(repository, to);
  const { ledger, pins, unknown } = sortPublishedChanges(files);
  refuseUnknown({ unknown });
  const ledgers: LedgerChange[] = ledger
    .filter(({ after }) => after === undefined)
    .map(({ path, apiId: type, id }) => ({ path, type, id, record: undefined }));
  const present = ledger.filter(({ after }) => after !== undefined);
  for await (const [file, bytes] of eachFileThere(repository, present, ({ after = "" }) => after)) {
    const { path, apiId: type, id } = file;
    ledgers.push({ path, type, id, record: readRecord(bytes, { path, type, id }) });
  }
  return { ledgers, pins };
}

function readRecord(
  bytes: Uint8Array | undefined,
  file: Pick<LedgerChange, "path" | "type" | "id">,
): LedgerRecord | undefined {
  return bytes && readOr(() => parseLedgerFile(bytes, file), undefined);
}

/** A pinned file to read, as named by its ledger record. */
export interface Pin {
  readonly type: string;
  readonly id: string;
  readonly slug: string;
  readonly blob: string;
  readonly path: string;
}

/** Reads the facts of pinned files, by the key of their entries. */
export async function readPins(
  repository: GitRepository,
  pins: readonly Pin[],
  schemas: SiteIndex,
): Promise<ReadonlyMap<string, VersionFacts>> {
  const facts = new Map<string, VersionFacts>();
  for await (const [pin, bytes] of eachFileThere(repository, pins, ({ blob }) => blob)) {
    const { type, id, slug, blob, path } = pin;
    const state = schemas.typeState(type);
    const identity = { apiId: type, slug, object: state?.type.kind === "object" };
    const read =
      bytes === undefined
        ? unreadFacts(identity, { blob, issues: [issueOf(damagedFile(path, blob), path)] })
        : readVersionFacts({ path, blob, bytes }, identity, state);
    // The ledger determines the id, whatever can be read of the file.
    facts.set(entryKey(type, id), { ...read, id });
  }
  return facts;
}

function issueOf({ code, message }: CmsError, path: string): Issue {
  return { code, message, path };
}

export function entryKey(type: string, id: string): string {
  return `${type}/${id}`;
}

interface LastMoves {
  readonly to: string;
  /** The commits since the index's state. @default from the root commit */
  readonly steps: readonly CommitStep[] | undefined;
  /** Ledger files that differ. */
  readonly ledgers: readonly LedgerChange[];
  /** The index's current rows of their entries, by the paths of the files. */
  readonly before: ReadonlyMap<string, LedgerRow | undefined>;
}

/**
 * Returns when each entry was last published or unpublished, in ms since 1970, by the path of its ledger file: the last
 * commit that raised its version or changed its state.
 */
async function lastMoves(
  repository: GitRepository,
  { to, steps, ledgers, before }: LastMoves,
): Promise<ReadonlyMap<string, number>> {
  const touches = new Map<string, { readonly time: number; readonly blob: string }[]>();
  const take = ({ path: at, after: blob = "", touch: { time } }: LedgerTouch): boolean => {
    const path = currentPath(at);
    const known = touches.get(path);
    if (!before.has(path)) return true;
    if (known === undefined) touches.set(path, [{ time, blob }]);
    else known.push({ time, blob });
    return true;
  };
  await ignoreDamagedHistory(eachChange(repository, { to, steps, paths: [LEDGER_FOLDER], take }));
  const repeated = [...touches].filter(([path, all]) => all.length > 1 || before.get(path));
  const files = new Map(ledgers.map((file) => [file.path, file]));
  const present = repeated.flatMap(([path, all]) => {
    const file = files.get(path);
    return file === undefined ? [] : all.map(({ blob }) => ({ file, blob }));
  });
  const blobs = new Map(present.map((one) => [one.blob, one]));
  blobs.delete("");
  const versions = new Map<string, string>();
  for await (const [{ file, blob }, bytes] of eachFileThere(
    repository,
    [...blobs.values()],
    (one) => one.blob,
  )) {
    const record = readRecord(bytes, file);
    if (record !== undefined) versions.set(blob, versionKey(record));
  }
  const moves = new Map<string, number>();
  for (const [path, all] of touches) {
    const version = versions.get(all[0]?.blob ?? "");
    const other = all.findIndex(({ blob }) => versions.get(blob) !== version);
    const known = before.get(path);
    const isKnown = other === -1 && known !== undefined && versionKey(known) === version;
    const first = all.at(other === -1 ? -1 : other - 1);
    moves.set(path, isKnown ? known.changedAt : (first?.time ?? 0));
  }
  return moves;
}

interface LedgerTouch {
  readonly path: string;
  readonly after?: string | undefined;
  readonly touch: { readonly time: number };
}

/** Key that changes with a publish or unpublish, but not when an entry is moved in its list. */
function versionKey({ state, version }: Pick<LedgerRecord, "state" | "version">): string {
  return `${state} ${version}`;
}
