import type { Issue } from "../../base/errors.ts";
import { classifyPath, SITE_PATH } from "../../content/site/layout.ts";
import type { Touch } from "../../git/read/change-log.ts";
import type { FileChange } from "../../git/read/diff-reader.ts";
import type { GitRepository } from "../../git/repository/repository.ts";
import type { SiteConfig } from "../../model/site.ts";
import { MAIN } from "../../site/read/branches.ts";
import { isApart, isSchemaFile, readSite } from "../schema/entry-state.ts";
import type { VersionFacts } from "../schema/version-facts.ts";
import { NO_TOUCH } from "./entry-writer.ts";
import type { EntryRow, EntryRows } from "./file-writer.ts";
import type { IndexSession } from "./index-session.ts";
import { entryKey, type LedgerRow, type Pin, pinOf, readPins } from "./ledger-writer.ts";
import { type MainFile, readMainFiles, touchesOfSteps } from "./read-main-files.ts";
import { readBeside, settleEntry } from "./settle-entry.ts";

/** A longer way between two commits is not followed: the index is made anew. */
const MAX_STEPS = 1000;

/**
 * Brings the index to another commit of `main`.
 *
 * @returns false when that is not to be followed file by file, and the index is to be made anew
 */
export async function followMain(
  session: IndexSession,
  repository: GitRepository,
  to: string,
): Promise<boolean> {
  const from = session.heads.main;
  if (from === undefined) return false;
  const steps = await repository.firstParents({ from, to, limit: MAX_STEPS });
  if (steps === undefined) return false;
  const changes = await repository.changedFiles(from, to);
  const schemas = await followSchemas(session, repository, { to, changes });
  if (schemas === undefined) return false;
  const moved = findMoves(session, changes);
  const wanted = [
    ...changes.filter(({ path }) => !moved.has(path)),
    ...unsettledFiles(session, schemas.types, new Set(changes.map(({ path }) => path))),
  ];
  const files: MainFile[] = [];
  const take = (file: MainFile): void => void files.push(file);
  await readMainFiles(repository, wanted, { schemas: session.schemas, take });
  const openPins = [...schemas.types].flatMap((type) => session.ledger.unsettled(type));
  const pins = await readPins(
    repository,
    [...lostPins(session, { changes, files, moved }), ...openPins, ...apartPins(session, files)],
    session.schemas,
  );
  const beside = await readBeside(session, repository, openPins);
  const touches = await touchesOfSteps(repository, steps);
  session.transaction(() => {
    applyMain(session, {
      to,
      changes,
      touches,
      files,
      moved,
      pins,
      reread: openPins,
      beside,
      schemas,
    });
  });
  session.heads = { ...session.heads, main: to };
  return true;
}

/** Files of these types that another schema may read differently. */
function unsettledFiles(
  { rows }: IndexSession,
  types: ReadonlySet<string>,
  seen: ReadonlySet<string>,
): FileChange[] {
  return [...types].flatMap((type) =>
    rows.unsettled(type).flatMap(({ path, blob }) => {
      return path === undefined || seen.has(path) ? [] : [{ path, after: blob, mode: "100644" }];
    }),
  );
}

/** Pinned files of live entries whose file on `main` is gone or now is another entry's. */
function lostPins(
  { rows, ledger }: IndexSession,
  {
    changes,
    files,
    moved,
  }: {
    readonly changes: readonly FileChange[];
    readonly files: readonly MainFile[];
    readonly moved: ReadonlyMap<string, EntryRow>;
  },
): Pin[] {
  const stay = new Set([...moved.values()].map(({ row }) => row));
  const idAt = new Map<string, string | undefined>();
  for (const file of files) if (file.kind === "entry") idAt.set(file.path, file.facts.id);
  const pins = new Map<string, Pin>();
  for (const { path } of changes) {
    const row = rows.at(path);
    if (row?.id === undefined || idAt.get(path) === row.id || stay.has(row.row)) continue;
    const live = ledger.get(row.type, row.id);
    if (live?.state === "published") pins.set(entryKey(row.type, row.id), live);
  }
  return [...pins.values()];
}

/** Pinned files whose values are to be compared with those of a new file for the first time. */
function apartPins({ ledger }: IndexSession, files: readonly MainFile[]): Pin[] {
  return files.flatMap((file) => {
    if (file.kind !== "entry" || file.facts.id === undefined) return [];
    const { type, id, blob } = file.facts;
    const live = ledger.get(type, id);
    return live !== undefined && live.digest === undefined && isApart(blob, live) ? [live] : [];
  });
}

/**
 * Rows of files that now stand elsewhere with the same bytes and name, by the new path: nothing of
 * them is to be read. A type that grows has thousands of files moved into folders at once.
 */
function findMoves(
  { rows, schemas: { site } }: IndexSession,
  changes: readonly FileChange[],
): ReadonlyMap<string, EntryRow> {
  const gone = goneRows(rows, changes);
  const moved = new Map<string, EntryRow>();
  if (gone.size === 0) return moved;
  for (const { path, before, after = "", mode = "" } of changes) {
    const row = before === undefined && mode.startsWith("100") ? gone.get(after) : undefined;
    if (row === undefined || !isSameEntry(row, path, site)) continue;
    moved.set(path, row);
    gone.delete(after);
  }
  return moved;
}

/** Rows of removed files, by blob. */
function goneRows(rows: EntryRows, changes: readonly FileChange[]): Map<string, EntryRow> {
  const gone = new Map<string, EntryRow>();
  for (const { path, before, after } of changes) {
    if (before === undefined || after !== undefined) continue;
    const row = rows.at(path);
    if (row?.read !== undefined && row.settled) gone.set(before, row);
  }
  return gone;
}

/** Whether a file at this path says the same as the row's file. */
function isSameEntry(
  { path: from = "", type, slug }: EntryRow,
  to: string,
  site: SiteConfig,
): boolean {
  const identity = classifyPath(to, site);
  if (identity.kind !== "entry" || identity.object) return false;
  const sameForm = from.endsWith(".yml") === to.endsWith(".yml");
  return identity.apiId === type && identity.slug === slug && sameForm;
}

/** What a move of `main` changes in the index, all read. */
interface MainPlan {
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
function applyMain(session: IndexSession, plan: MainPlan): void {
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

/** What changed in what entries are read by. */
interface SchemaChanges {
  /** API ids of types that have another schema now. */
  readonly types: ReadonlySet<string>;
  readonly files: readonly FileChange[];
  /** Problems of the changed files, and of `site.yml`. */
  readonly problems: ReadonlyMap<string, readonly Issue[]>;
}

/**
 * Takes changed schemas into the session.
 *
 * @returns undefined when entries that were read are to be read again: folders moved, a published
 * version was changed, a type is gone or of another kind. HQ refuses all of these but the first.
 */
async function followSchemas(
  session: IndexSession,
  repository: GitRepository,
  { to, changes }: { readonly to: string; readonly changes: readonly FileChange[] },
): Promise<SchemaChanges | undefined> {
  const { schemas } = session;
  const problems = new Map<string, readonly Issue[]>();
  if (changes.some(({ path }) => path === SITE_PATH)) {
    const { site, issues } = await readSite(repository, to);
    if (!samePaths(site, schemas.site)) return undefined;
    problems.set(SITE_PATH, issues);
  }
  const files = changes.filter(({ path }) => isSchemaFile(path, schemas.site));
  if (files.some(({ path, before }) => before !== undefined && isVersion(path))) return undefined;
  const types = new Set(files.map(({ path }) => typeOfPath(path)));
  const kindOf = (type: string): string | undefined => schemas.typeOf(type)?.type.kind;
  const kinds = new Map([...types].map((type) => [type, kindOf(type)]));
  await schemas.take(files);
  const another = [...kinds].some(([type, kind]) => kind !== undefined && kind !== kindOf(type));
  if (another) return undefined;
  const found = schemas.problems();
  for (const { path } of files) problems.set(path, found.get(path) ?? []);
  return { types, files, problems };
}

/** Of a schema file: `types/<api_id>/type.yml` or `types/<api_id>/versions/<n>.json`. */
function typeOfPath(path: string): string {
  return path.split("/")[1] ?? "";
}

function isVersion(path: string): boolean {
  return path.endsWith(".json");
}

function samePaths({ paths: a }: SiteConfig, { paths: b }: SiteConfig): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}
