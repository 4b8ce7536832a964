import { SITE_PATH } from "../../content/site/layout.ts";
import type { Touch } from "../../git/read/change-log.ts";
import type { FileChange } from "../../git/read/diff-reader.ts";
import type { GitRepository } from "../../git/repository/repository.ts";
import { MAIN } from "../../site/read/branches.ts";
import { isSchemaFile, samePaths, takeChanges } from "../../site/read/follow-site.ts";
import type { VersionFacts } from "../schema/version-facts.ts";
import { NO_TOUCH } from "./entry-writer.ts";
import { entryKey, type Pin, readPins } from "./follow-published.ts";
import { type IndexSession, readSite, transact } from "./index-session.ts";
import { type LedgerRow, pinOf } from "./ledger-writer.ts";
import { lastTouches, type MainFile, readMainFiles } from "./read-main-files.ts";

/** If there are more commits in between, the index is rebuilt. */
const MAX_STEPS = 1000;

/** Fills an empty index with the files of a commit of `main`, using the session's schemas. */
export async function fillMain(
  session: IndexSession,
  repository: GitRepository,
  to: string,
): Promise<void> {
  const { schemas, files } = session;
  // Unreadable files are reported as problems of the site.
  const { files: changes } = await repository.readableFiles(to);
  const paths = new Set(changes.map(({ path }) => path));
  const touches = await lastTouches(repository, { to }, paths);
  const take = (file: MainFile): void => putFile(session, file, touches.get(file.path));
  await readMainFiles(repository, changes, { schemas, take });
  files.setCursor(MAIN, to);
}

/**
 * Updates the index to another commit of `main`.
 *
 * @returns false if the change cannot be applied file by file, so the index must be rebuilt
 */
export async function followMain(
  session: IndexSession,
  repository: GitRepository,
  to: string,
): Promise<boolean> {
  const { main: from } = session.heads;
  if (from === undefined) return false;
  const steps = await repository.firstParents({ from, to, limit: MAX_STEPS });
  if (steps === undefined) return false;
  const changes = await repository.changedFiles(from, to);
  const types = await followSchemas(session, repository, { to, changes });
  if (types === undefined) return false;
  const files: MainFile[] = [];
  await readMainFiles(repository, [...changes, ...unsettledFiles(session, types, changes)], {
    schemas: session.schemas,
    take: (file) => void files.push(file),
  });
  const reread = [...types].flatMap((type) => session.ledger.unsettled(type));
  const wanted = [...reread, ...lostPins(session, changes, files)];
  const pins = await readPins(repository, wanted, session.schemas);
  const touches = await lastTouches(repository, { to, steps });
  transact(session, () => {
    applyMain(session, { to, changes, touches, files, pins, reread });
  });
  session.heads = { ...session.heads, main: to };
  return true;
}

/** Returns files of changed types that another schema might read differently. */
function unsettledFiles(
  { entries }: IndexSession,
  types: ReadonlySet<string>,
  changes: readonly FileChange[],
): FileChange[] {
  const seen = new Set(changes.map(({ path }) => path));
  return [...types].flatMap((type) =>
    entries.unsettled(type).flatMap(({ path, blob }) => {
      return path === undefined || seen.has(path) ? [] : [{ path, after: blob, mode: "100644" }];
    }),
  );
}

/** Returns pinned files of live entries whose file on `main` was removed or now belongs to another entry. */
function lostPins(
  { entries, ledger }: IndexSession,
  changes: readonly FileChange[],
  files: readonly MainFile[],
): readonly Pin[] {
  const found = new Set(
    files.map((file) => file.kind === "entry" && entryKey(file.facts.type, file.facts.id ?? "")),
  );
  const pins = new Map<string, Pin>();
  for (const { path } of changes) {
    const row = entries.at(path);
    if (row?.id === undefined || found.has(entryKey(row.type, row.id))) continue;
    const live = ledger.get(row.type, row.id);
    if (live?.state === "published") pins.set(entryKey(row.type, row.id), live);
  }
  return [...pins.values()];
}

/** Everything read for an update of the index to a new commit of `main`. */
interface MainPlan {
  readonly to: string;
  readonly changes: readonly FileChange[];
  /** Last author and time of each changed file. */
  readonly touches: ReadonlyMap<string, Touch>;
  readonly files: readonly MainFile[];
  /** Pinned files that were read, by the key of their entry. */
  readonly pins: ReadonlyMap<string, VersionFacts>;
  /** Live entries whose pinned file a new schema might read differently. */
  readonly reread: readonly LedgerRow[];
}

/** Applies a plan; must be inside a transaction. */
function applyMain(session: IndexSession, plan: MainPlan): void {
  const { entries, files, ledger } = session;
  const { to, changes, touches, pins, reread } = plan;
  const touched = new Map<string, Pick<VersionFacts, "type" | "id">>();
  const touch = ({ type, id }: Pick<VersionFacts, "type" | "id">): void => {
    if (id !== undefined) touched.set(entryKey(type, id), { type, id });
  };
  const clear = (path: string): Touch | undefined => {
    files.removeMedia(path);
    const row = entries.at(path);
    if (row === undefined) return undefined;
    entries.remove(row);
    touch(row);
    return row.touch;
  };
  for (const { path, after } of changes) if (after === undefined) clear(path);
  for (const record of reread) touch(record);
  for (const { type, id, ...facts } of pins.values()) {
    const known = ledger.get(type, id);
    if (known !== undefined) ledger.setPin(known, pinOf({ ...facts, type, id }, known.path));
  }
  for (const file of plan.files) {
    const before = clear(file.path);
    // A file that was only read again keeps its last change.
    putFile(session, file, touches.get(file.path) ?? before);
    if (file.kind === "entry") touch(file.facts);
  }
  // Includes files that were changed and reverted.
  for (const [path, by] of touches) entries.touch(path, by);
  for (const [key, { type, id }] of touched) {
    entries.settle({ type, id }, ledger.get(type, id), pins.get(key));
  }
  files.setCursor(MAIN, to);
}

function putFile({ entries, files }: IndexSession, file: MainFile, touch = NO_TOUCH): void {
  if (file.kind === "entry") entries.put(file.facts, file.path, touch);
  else if (file.record !== undefined) files.putMedia(file.path, file.record, file.blob);
}

/**
 * Applies changed schemas to the session.
 *
 * @returns the API ids of types with a new schema; undefined if entries that were already read must be read again:
 * folders moved, a published version changed, or a type was removed or changed its kind. HQ prevents all of these
 * except the first
 */
async function followSchemas(
  session: IndexSession,
  repository: GitRepository,
  { to, changes }: { readonly to: string; readonly changes: readonly FileChange[] },
): Promise<ReadonlySet<string> | undefined> {
  const { schemas } = session;
  if (changes.some(({ path }) => path === SITE_PATH)) {
    const { site } = await readSite(repository, to);
    if (!samePaths(site, schemas.site)) return undefined;
  }
  const files = changes.filter(({ path }) => isSchemaFile(path, schemas.site));
  if (files.some(({ path, before }) => before !== undefined && path.endsWith(".json"))) {
    return undefined;
  }
  // From `types/<api_id>/type.yml` and `types/<api_id>/versions/<n>.json`.
  const types = new Set(files.map(({ path }) => path.split("/")[1] ?? ""));
  const kindOf = (type: string): string | undefined => schemas.typeState(type)?.type.kind;
  const kinds = new Map([...types].map((type) => [type, kindOf(type)]));
  await takeChanges(schemas, files, repository.readBlobs);
  const another = [...kinds].some(([type, kind]) => kind !== undefined && kind !== kindOf(type));
  return another ? undefined : types;
}
