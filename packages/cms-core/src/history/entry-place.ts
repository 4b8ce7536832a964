import { readEntryId } from "../content/entry/parse-entry.ts";
import type { LoggedChanges } from "../git/read/file-log.ts";
import { readFiles } from "../git/repository/read-files.ts";
import type { GitRepository } from "../git/repository/repository.ts";

/** Where the file of an entry is looked for, and from which commit on backwards. */
export interface EntryPlace {
  readonly commit: string;
  readonly path: string;
}

/** A place as a key of a map. */
export function placeKey({ commit, path }: EntryPlace): string {
  return `${commit} ${path}`;
}

/** The slug that a path gives an entry: the name of its file. */
export function slugOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(/\.[^.]*$/, "");
}

/**
 * Where to begin with an entry that a commit of `main` no longer has: the path that it had last, as far
 * as is known. Undefined when no commit on the way there ever had it.
 */
export async function lastPlace(
  repository: GitRepository,
  id: string,
  commit: string,
): Promise<EntryPlace[] | undefined> {
  const options = { commits: [commit], limit: 1 };
  const [ours] = await repository.fileLog({ ...options, message: `Loam-Entry: ${id}` });
  // A push says nothing of entries: then the commit is looked for that took the line with the id away.
  const path =
    (ours && (await pathIn(repository, id, ours))) ??
    (await pathIn(repository, id, (await repository.fileLog({ ...options, text: id }))[0]));
  return path === undefined ? undefined : [{ commit, path }];
}

/** The file of a commit's change that holds the entry afterwards, else before. */
async function pathIn(
  repository: GitRepository,
  id: string,
  logged: LoggedChanges | undefined,
): Promise<string | undefined> {
  for (const side of ["after", "before"] as const) {
    const files = (logged?.changes ?? []).flatMap(({ path, [side]: blob }) =>
      blob === undefined || !/\.(?:md|yml)$/.test(path) ? [] : [{ path, blob }],
    );
    const read = await readFiles(repository, files, ({ blob }) => blob);
    const found = read.find(([, bytes]) => readEntryId(bytes) === id);
    if (found !== undefined) return found[0].path;
  }
  return undefined;
}
