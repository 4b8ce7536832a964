import type { Touch } from "../git/change-log.ts";
import type { FileChange } from "../git/diff-reader.ts";
import { MAIN } from "../store/branches.ts";
import type { EntryRow } from "./entry-rows.ts";
import { NO_TOUCH } from "./entry-writer.ts";
import type { SchemaChanges } from "./follow-schemas.ts";
import type { IndexSession } from "./index-session.ts";
import { pinOf, type LedgerRow } from "./ledger-writer.ts";
import { entryKey } from "./read-ledgers.ts";
import type { MainFile } from "./read-main-files.ts";
import { settleEntry } from "./settle-entry.ts";
import type { VersionFacts } from "./version-facts.ts";

/** What a move of `main` changes in the index, all read. */
export interface MainPlan {
  readonly to: string;
  readonly changes: readonly FileChange[];
  /** Who touched each touched file last, and when. */
  readonly touches: ReadonlyMap<string, Touch>;
  readonly files: readonly MainFile[];
  /** Rows of files that only moved, by their new path. */
  readonly moved: ReadonlyMap<string, EntryRow>;
  /** Pinned files that were read, by the key of their entry. */
  readonly pins: ReadonlyMap<string, VersionFacts>;
  /** Live entries whose pinned file a new schema may read differently. */
  readonly reread: readonly LedgerRow[];
  /** Files on `main` of entries whose pinned file was read anew, by row. */
  readonly beside: ReadonlyMap<number, VersionFacts>;
  readonly schemas: SchemaChanges;
}

/** Writes what a plan says; inside a transaction. */
export function applyMain(session: IndexSession, plan: MainPlan): void {
  const { entries, files } = session;
  const touched = new TouchedEntries();
  for (const [path, row] of plan.moved) {
    entries.move(row.row, path, plan.touches.get(path) ?? row.touch);
  }
  removeFiles(session, plan, touched);
  putPins(session, plan, touched);
  for (const file of plan.files) putFile(session, file, { plan, touched });
  touchUnchanged(session, plan);
  applySchemas(session, plan.schemas);
  const { pins, beside } = plan;
  for (const { type, id } of touched.all()) settleEntry(session, { type, id, pins, beside });
  files.setCursor(MAIN, plan.to);
}

/** Entries whose files or pinned files changed. */
class TouchedEntries {
  readonly #entries = new Map<string, { readonly type: string; readonly id: string }>();

  add({ type, id }: { readonly type: string; readonly id: string | undefined }): void {
    if (id !== undefined) this.#entries.set(entryKey(type, id), { type, id });
  }

  all(): Iterable<{ readonly type: string; readonly id: string }> {
    return this.#entries.values();
  }
}

function removeFiles(session: IndexSession, { changes }: MainPlan, touched: TouchedEntries): void {
  for (const { path, after } of changes) {
    session.files.removeMedia(path);
    if (after === undefined) removeAt(session, path, touched);
  }
}

/** @returns what was there */
function removeAt(
  { rows, entries, files }: IndexSession,
  path: string,
  touched: TouchedEntries,
): EntryRow | undefined {
  files.removeProblem(path);
  const row = rows.at(path);
  if (row === undefined) return undefined;
  touched.add(row);
  entries.remove(row.row, row.links);
  return row;
}

function putPins(
  { ledger }: IndexSession,
  { pins, reread }: MainPlan,
  touched: TouchedEntries,
): void {
  for (const record of reread) touched.add(record);
  for (const facts of pins.values()) {
    const known = facts.id === undefined ? undefined : ledger.get(facts.type, facts.id);
    if (known !== undefined) ledger.setPin(known, pinOf(facts, known.path));
  }
}

function putFile(
  session: IndexSession,
  file: MainFile,
  { plan, touched }: { readonly plan: MainPlan; readonly touched: TouchedEntries },
): void {
  const { entries, files, ledger } = session;
  const before = removeAt(session, file.path, touched);
  files.putProblem(file.path, file.issues);
  if (file.kind === "media" && file.record !== undefined)
    files.putMedia(file.path, file.record, file.blob);
  if (file.kind !== "entry") return;
  const { path, facts } = file;
  const live = facts.id === undefined ? undefined : ledger.get(facts.type, facts.id);
  // A file that is only read again was not changed.
  const touch = plan.touches.get(path) ?? before?.touch ?? NO_TOUCH;
  entries.put(facts, { path, touch, ledger: live });
  touched.add(facts);
}

/** Files that were changed and changed back. */
function touchUnchanged({ rows, entries }: IndexSession, { changes, touches }: MainPlan): void {
  const changed = new Set(changes.map(({ path }) => path));
  for (const [path, touch] of touches) {
    const row = changed.has(path) ? undefined : rows.at(path);
    if (row !== undefined) entries.touch(row.row, touch);
  }
}

function applySchemas({ files }: IndexSession, schemas: SchemaChanges): void {
  for (const { path, after, mode = "" } of schemas.files) {
    if (after === undefined) files.removeSchema(path);
    else files.putSchema(path, after, mode);
  }
  for (const [path, issues] of schemas.problems) {
    files.removeProblem(path);
    files.putProblem(path, issues);
  }
}
