import { readEntryId } from "../content/entry/parse-entry.ts";
import type { FileChange } from "../git/read/diff-reader.ts";
import type { LoggedChanges } from "../git/read/file-log.ts";
import { eachFile, readFiles } from "../git/repository/read-files.ts";
import type { GitRepository } from "../git/repository/repository.ts";
import { type EntryPlace, lastPlace, placeKey, slugOf } from "./entry-place.ts";

/**
 * Yields the commits that changed an entry, newest first. A file belongs to the entry as long as it contains its id, so
 * that renames by anyone are tracked, and another entry that had the same path before is not. Follows both sides of a
 * merge if both changed it.
 */
export async function* walkEntry(
  repository: GitRepository,
  id: string,
  from: readonly EntryPlace[],
): AsyncGenerator<EntryStep> {
  const walk: Walk = { repository, id, known: new Map() };
  const started = new Set<string>();
  let branches: Branch[] = [];
  const startWalks = async (places: readonly EntryPlace[]): Promise<void> => {
    for (const place of places) {
      const key = placeKey(place);
      if (started.has(key)) continue;
      started.add(key);
      branches.push(...(await nextOf(walkStretch(walk, place))));
    }
  };
  await startWalks(from);
  while (branches.length > 0) {
    const first = await newestOf(repository, branches);
    // Two sides of a merge meet at their common ancestor.
    const met = branches.filter((branch) => isSameStep(branch.step, first.step));
    yield { ...first.step, reached: met.flatMap(({ step }) => step.reached) };
    const rest = await nextOf(first.steps);
    branches = [...branches.filter((branch) => !met.includes(branch)), ...rest];
    if (rest.length === 0) await startWalks(first.step.previous);
  }
}

/**
 * Returns the one whose next change isn't an ancestor of another's. Clocks cannot decide that; they only choose among
 * several.
 */
async function newestOf(repository: GitRepository, branches: readonly Branch[]): Promise<Branch> {
  const heads = [...new Set(branches.map(({ step }) => step.logged.commit))];
  const tips = new Set(heads.length > 1 ? await repository.independent(heads) : heads);
  return branches
    .filter(({ step }) => tips.has(step.logged.commit))
    .reduce((a, b) => (b.step.logged.time > a.step.logged.time ? b : a));
}

/** The changes along one side of a merge, and the next of them. */
interface Branch {
  readonly step: EntryStep;
  readonly steps: AsyncGenerator<EntryStep>;
}

async function nextOf(steps: AsyncGenerator<EntryStep>): Promise<Branch[]> {
  const next = await steps.next();
  return next.done === true ? [] : [{ step: next.value, steps }];
}

function isSameStep(a: EntryStep, b: EntryStep): boolean {
  return a.logged.commit === b.logged.commit && a.path === b.path;
}

/** A commit on `main` that changed an entry's file. */
export interface EntryStep {
  readonly logged: LoggedChanges;
  /** The file's path after the commit; undefined if the commit removed it. */
  readonly path: string | undefined;
  readonly blob: string | undefined;
  /** The places of the walk when this was the next change: the entry is unchanged from this commit to there. */
  readonly reached: readonly EntryPlace[];
  /** Places before the commit: several for a merge, empty if the commit created the entry. */
  readonly previous: readonly EntryPlace[];
  /** Whether it had been deleted before. */
  readonly returned: boolean;
}

interface Walk {
  readonly repository: GitRepository;
  readonly id: string;
  /** Whether a blob is a version of the entry, for the blobs checked so far. */
  readonly known: Map<string, boolean>;
}

/** Yields the changes of an entry back to where it was renamed, created, or merged, newest first. */
async function* walkStretch(
  walk: Walk,
  start: EntryPlace,
  { place = start, tried = [] }: Detour = {},
): AsyncGenerator<EntryStep> {
  const { path } = place;
  const log = pathLog(walk, place);
  let reached: readonly EntryPlace[] = [start];
  for await (const logged of log) {
    // Another entry had the path in between.
    if (!changedEntry(walk, logged, path)) continue;
    const moved = await movedTo(walk, logged, path);
    if (moved !== undefined && !tried.includes(moved)) {
      const detour = { place: { commit: place.commit, path: moved }, tried: [...tried, path] };
      yield* walkStretch(walk, start, detour);
      return;
    }
    const step = await makeStep(walk, logged, { path, reached, log });
    yield step;
    if (!continuesInLog(step, path)) return;
    reached = step.previous;
  }
}

/** Where to continue instead of the start, because the entry was moved to another path. */
interface Detour {
  readonly place?: EntryPlace;
  readonly tried?: readonly string[];
}

interface MakeStep {
  readonly path: string;
  readonly reached: readonly EntryPlace[];
  /** The earlier commits of the same log. */
  readonly log: AsyncIterable<LoggedChanges>;
}

async function makeStep(
  walk: Walk,
  logged: LoggedChanges,
  { path, reached, log }: MakeStep,
): Promise<EntryStep> {
  const { before, after } = changeOf(logged, path);
  const stays = isVersionOfEntry(walk, after);
  const known = await placesBefore(walk, logged, { path, wasOurs: isVersionOfEntry(walk, before) });
  const ended =
    known.length > 0 || !stays ? [] : await placesBeforeRestore(walk, logged, { path, log });
  return {
    ...(stays ? { path, blob: after } : { path: undefined, blob: undefined }),
    logged,
    reached,
    previous: [...known, ...ended],
    returned: ended.length > 0,
  };
}

/** Whether the next change of the same log is the previous one. */
function continuesInLog({ logged: { parents }, previous }: EntryStep, path: string): boolean {
  const [before, ...others] = previous;
  const [parent] = parents;
  return parents.length + others.length === 1 && before?.path === path && before.commit === parent;
}

/** Returns the places of the entry in the parents of a commit. */
async function placesBefore(
  walk: Walk,
  logged: LoggedChanges,
  { path, wasOurs }: { readonly path: string; readonly wasOurs: boolean },
): Promise<EntryPlace[]> {
  const { repository, id } = walk;
  const places: EntryPlace[] = [];
  for (const [number, parent] of logged.parents.entries()) {
    const isHere = number === 0 ? wasOurs : await containsEntry(walk, { commit: parent, path });
    const like = { path, blob: changeOf(logged, path).after };
    const wanted = { parent, commit: logged.commit, side: "before", like } as const;
    const from = isHere ? { path } : await findEntryFile(repository, id, wanted);
    if (from !== undefined) places.push({ commit: parent, path: from.path });
  }
  return places;
}

/** Returns where a commit moved the entry's file, unless it deleted the entry. */
async function movedTo(
  walk: Walk,
  logged: LoggedChanges,
  path: string,
): Promise<string | undefined> {
  const { before, after } = changeOf(logged, path);
  const [parent] = logged.parents;
  if (parent === undefined || isVersionOfEntry(walk, after)) return undefined;
  const like = { path, blob: before };
  const wanted = { parent, commit: logged.commit, side: "after", like } as const;
  return (await findEntryFile(walk.repository, walk.id, wanted))?.path;
}

/** A restored entry continues where it ended: at the same path, or at the one that a restore names. */
async function placesBeforeRestore(
  walk: Walk,
  { parents: [parent], trailers }: LoggedChanges,
  { path, log }: Pick<MakeStep, "path" | "log">,
): Promise<EntryPlace[]> {
  if (parent === undefined) return [];
  for await (const logged of log) {
    if (changedEntry(walk, logged, path)) return [{ commit: parent, path }];
  }
  if (trailers["Loam-Action"] !== "restore") return [];
  return (await lastPlace(walk.repository, walk.id, parent)) ?? [];
}

async function containsEntry(
  { repository, id }: Walk,
  { commit, path }: EntryPlace,
): Promise<boolean> {
  const file = await repository.readPath(commit, path);
  return file !== undefined && readEntryId(file.bytes) === id;
}

const FIRST_PAGE = 32;

const LAST_PAGE = 1024;

const READ_AT_ONCE = 64;

/** Reads the log of one path page by page, and records which of its blobs belong to the entry. */
async function* pathLog(
  walk: Walk,
  { commit, path }: EntryPlace,
): AsyncGenerator<LoggedChanges, undefined> {
  let commits: readonly string[] = [commit];
  for (let limit = FIRST_PAGE; ; limit = Math.min(2 * limit, LAST_PAGE)) {
    const log = await walk.repository.fileLog({ commits, path, limit });
    const page = await Promise.all(log.map(async (logged) => withChange(walk, logged, path)));
    for (const [place, logged] of page.entries()) {
      if (place % READ_AT_ONCE === 0) {
        await learnBlobs(walk, page.slice(place, place + READ_AT_ONCE));
      }
      yield logged;
    }
    if (page.length < limit) return undefined;
    commits = page.at(-1)?.parents ?? [];
  }
}

/** Adds the change of a merge to the file of its first parent. */
async function withChange(
  { repository }: Walk,
  logged: LoggedChanges,
  path: string,
): Promise<LoggedChanges> {
  const { commit, parents } = logged;
  const [parent, ...others] = parents;
  if (parent === undefined || others.length === 0) return logged;
  const before = (await repository.readPath(parent, path))?.oid;
  const after = (await repository.readPath(commit, path))?.oid;
  return { ...logged, changes: [{ path, ...(before && { before }), ...(after && { after }) }] };
}

async function learnBlobs(
  { repository, id, known }: Walk,
  page: readonly LoggedChanges[],
): Promise<void> {
  const blobs = page.flatMap(({ changes }) =>
    changes.flatMap(({ before, after }) => [before, after]).filter((blob) => blob !== undefined),
  );
  const wanted = [...new Set(blobs)].filter((blob) => !known.has(blob));
  for (const [blob, bytes] of await readFiles(repository, wanted, (oid) => oid)) {
    known.set(blob, readEntryId(bytes) === id);
  }
}

function isVersionOfEntry({ known }: Walk, blob: string | undefined): boolean {
  return blob !== undefined && known.get(blob) === true;
}

/** Whether a commit changed the entry at this path. */
function changedEntry(walk: Walk, logged: LoggedChanges, path: string): boolean {
  const { before, after } = changeOf(logged, path);
  return isVersionOfEntry(walk, before) || isVersionOfEntry(walk, after);
}

function changeOf({ changes }: LoggedChanges, path: string): FileChange {
  return changes.find((change) => change.path === path) ?? { path };
}

interface FoundFile {
  readonly path: string;
  readonly blob: string;
}

/** The two sides of a commit: its parent's files, and its own. */
type Side = "before" | "after";

/**
 * Finds the file that an entry was moved from, or to, by a commit. The entry must not be in that file on the other
 * side, because then the file was only copied.
 *
 * @param like - the file on the other side; files with the same bytes or name are checked first
 */
async function findEntryFile(
  repository: GitRepository,
  id: string,
  { parent, commit, side, like }: FindEntryFile,
): Promise<FoundFile | undefined> {
  const changes = await repository.changedFiles(parent, commit);
  const candidates = changes.flatMap((change): Candidate[] => {
    const blob = change[side];
    const isOther = change.path !== like.path && /\.(?:md|yml)$/.test(change.path);
    return blob === undefined || !isOther ? [] : [{ path: change.path, blob, change }];
  });
  const ranked = candidates.toSorted((a, b) => rankOf(a, side, like) - rankOf(b, side, like));
  const other = side === "before" ? "after" : "before";
  for await (const [file, bytes] of eachFile(repository, ranked, ({ blob }) => blob)) {
    if (readEntryId(bytes) !== id) continue;
    const otherSide = file.change[other];
    if (otherSide !== undefined && readEntryId(await repository.readBlob(otherSide)) === id)
      continue;
    return file;
  }
  return undefined;
}

interface FindEntryFile {
  readonly parent: string;
  readonly commit: string;
  readonly side: Side;
  readonly like: { readonly path: string; readonly blob: string | undefined };
}

interface Candidate extends FoundFile {
  readonly change: FileChange;
}

/** Order of candidates: an unchanged moved file, one with the same name, one only on this side, all others. */
function rankOf(file: Candidate, side: Side, like: FindEntryFile["like"]): number {
  if (file.blob === like.blob) return 0;
  if (slugOf(file.path) === slugOf(like.path)) return 1;
  return file.change[side === "before" ? "after" : "before"] === undefined ? 2 : 3;
}
