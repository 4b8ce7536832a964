import type { Touch } from "../git/change-log.ts";
import type { FileChange } from "../git/diff-reader.ts";
import type { CommitStep } from "../git/first-parents.ts";
import type { NewFiles } from "../git/new-since.ts";
import type { GitRepository } from "../git/repository.ts";

/** So many commits, a batch of saves, are compared one by one; the log of more is read in one go. */
const FEW = 64;
const LOOK_AHEAD = 4;
/** Of a site that was just imported: that it was made, its types, and the import. */
const COMPARED_AHEAD = 4;
/** Of so many files one may be searched for, each in ten times the time of a look into a map. */
const SEARCH_SHARE = 32;

/** Who last changed a file, and when. */
export type TouchOf = (path: string) => Touch | undefined;

/**
 * Who last changed each of these files on the way of first parents, and when: asked for by
 * path, fastest in their order. The history is read while `files` is still on its way, and only until all
 * are found.
 */
export async function lastTouches(
  repository: GitRepository,
  commit: string,
  files: Promise<readonly FileChange[]>,
): Promise<TouchOf> {
  const steps = await repository
    .firstParents({ from: undefined, to: commit, limit: FEW })
    // What is wrong with a history is told by its log.
    .catch(() => undefined);
  return steps === undefined
    ? touchesOfLog(repository, commit, files)
    : touchesOfFew(repository, steps, files);
}

/** Of a site that was just imported: the commits are compared by the git that runs already. */
async function touchesOfFew(
  repository: GitRepository,
  steps: readonly CommitStep[],
  files: Promise<readonly FileChange[]>,
): Promise<TouchOf> {
  const newestFirst = steps.toReversed();
  const compare = createComparison(repository, newestFirst.slice(0, COMPARED_AHEAD));
  const found = createFileTouches(await files);
  for (const step of newestFirst) {
    const changes = await compare(step);
    let isMissing = true;
    for (const folder of changes.folders) isMissing = found.takeFolder(folder, step);
    for (const path of changes.files) isMissing = found.take(path, step);
    if (!isMissing) break;
  }
  return found.touchOf;
}

/**
 * Compares commits with the ones before. The first ones are compared at once, before what else is asked of the same
 * git: all after the newest, if that was told by its folders, for then most others are.
 */
function createComparison(
  repository: GitRepository,
  [newest, ...older]: readonly CommitStep[],
): (step: CommitStep) => Promise<NewFiles> {
  const ahead = new Map<CommitStep, Promise<NewFiles | undefined>>();
  const add = (step: CommitStep, found: Promise<NewFiles | undefined>): void => {
    // Told when it is its turn.
    found.catch(() => undefined);
    ahead.set(step, found);
  };
  const byFolders = async ({ parent, commit }: CommitStep): Promise<NewFiles | undefined> =>
    repository.newSince(parent, commit);
  if (newest !== undefined) {
    const first = byFolders(newest);
    add(newest, first);
    for (const step of older) {
      add(
        step,
        first.then((found) => (found === undefined ? undefined : byFolders(step))),
      );
    }
  }
  return async (step) => {
    const found = await ahead.get(step);
    if (found !== undefined) return found;
    const changes = await repository.changedFiles(step.parent, step.commit);
    return { files: changes.map(({ path }) => path), folders: [] };
  };
}

async function touchesOfLog(
  repository: GitRepository,
  commit: string,
  files: Promise<readonly FileChange[]>,
): Promise<TouchOf> {
  const early: { readonly path: string; readonly touch: Touch }[] = [];
  let found: FileTouches | undefined;
  const log = repository.readChangeLog(commit, {
    take: ({ path, touch }) => {
      if (found !== undefined) return found.take(path, touch);
      early.push({ path, touch });
      return true;
    },
  });
  // Of both failures that of the listing is told.
  log.catch(() => undefined);
  found = createFileTouches(await files);
  for (const { path, touch } of early) found.take(path, touch);
  await log;
  return found.touchOf;
}

interface FileTouches {
  /** Takes the newest of each path first; returns whether there is a file without. */
  readonly take: (path: string, touch: Touch) => boolean;
  /** The same of all below a folder, named with a slash at its end. */
  readonly takeFolder: (folder: string, touch: Touch) => boolean;
  readonly touchOf: TouchOf;
}

function createFileTouches(files: readonly FileChange[]): FileTouches {
  const touches = files.map((): Touch | undefined => undefined);
  const byPath = lazyPlaces(files);
  const placeOf = placeFinder(files, byPath);
  const placeAsked = placeFinder(files, byPath);
  const startOf = folderFinder(files);
  let missing = files.length;
  const set = (place: number, touch: Touch): void => {
    if (touches[place] !== undefined) return;
    touches[place] = touch;
    missing -= 1;
  };
  return {
    take: (path, touch) => {
      const place = placeOf(path);
      if (place !== undefined) set(place, touch);
      return missing > 0;
    },
    takeFolder: (folder, touch) => {
      for (let place = startOf(folder); isBelow(files[place], folder); place += 1)
        set(place, touch);
      return missing > 0;
    },
    touchOf: (path) => touches[placeAsked(path) ?? files.length],
  };
}

function lazyPlaces(files: readonly FileChange[]): () => ReadonlyMap<string, number> {
  let places: ReadonlyMap<string, number> | undefined;
  return () => (places ??= new Map(files.map(({ path }, place) => [path, place])));
}

/**
 * Finds the place of a path. A commit's changes have the order of the files, and of an import they are
 * the same: the next few places are looked at, and then halves, before a map of all is made.
 */
function placeFinder(
  files: readonly FileChange[],
  byPath: () => ReadonlyMap<string, number>,
): (path: string) => number | undefined {
  let next = 0;
  let searches = 0;
  const find = (path: string): number | undefined => {
    searches += 1;
    const found = searches > files.length / SEARCH_SHARE ? undefined : searchPlace(files, path);
    return found ?? byPath().get(path);
  };
  return (path) => {
    for (let place = next; place < next + LOOK_AHEAD; place += 1) {
      if (files[place]?.path !== path) continue;
      next = place + 1;
      return place;
    }
    const place = find(path);
    if (place !== undefined) next = place + 1;
    return place;
  };
}

/**
 * Finds the place of the first file below a folder, behind which the others follow; behind all files where there is
 * none. Folders are told in the order of the files, so that it is looked for from the last one on.
 */
function folderFinder(files: readonly FileChange[]): (folder: string) => number {
  let last = 0;
  return (folder) => {
    for (let step = 0; step < files.length; step += 1) {
      const found = (last + step) % files.length;
      if (!isBelow(files[found], folder)) continue;
      last = found;
      while (isBelow(files[last - 1], folder)) last -= 1;
      return last;
    }
    return files.length;
  };
}

function isBelow(file: FileChange | undefined, folder: string): boolean {
  return file?.path.startsWith(folder) ?? false;
}

/** Undefined where it is not found so: git's order is of bytes, which is another one for rare characters. */
function searchPlace(files: readonly FileChange[], path: string): number | undefined {
  let [low, high] = [0, files.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((files[middle]?.path ?? "") < path) low = middle + 1;
    else high = middle;
  }
  return files[low]?.path === path ? low : undefined;
}

/** Who last touched each file that one of these commits touched, and when. */
export async function touchesOfSteps(
  repository: GitRepository,
  steps: readonly CommitStep[],
): Promise<ReadonlyMap<string, Touch>> {
  const touches = new Map<string, Touch>();
  const [first] = steps;
  const last = steps.at(-1);
  if (first === undefined || last === undefined) return touches;
  if (steps.length > FEW) {
    await repository.readChangeLog(last.commit, {
      ...(first.parent === undefined ? {} : { since: first.parent }),
      take: ({ path, touch }) => {
        if (!touches.has(path)) touches.set(path, touch);
        return true;
      },
    });
    return touches;
  }
  for (const step of steps) {
    for (const { path } of await repository.changedFiles(step.parent, step.commit)) {
      touches.set(path, step);
    }
  }
  return touches;
}
