import { readEntryId } from "../content/entry/parse-entry.ts";
import type { LoggedChanges } from "../git/read/file-log.ts";
import { readFiles } from "../git/repository/read-files.ts";
import type { GitRepository } from "../git/repository/repository.ts";

/** Path of an entry's file, and the commit from which to search backwards. */
export interface EntryPlace {
  readonly commit: string;
  readonly path: string;
}

/** Returns a map key for a place. */
export function placeKey({ commit, path }: EntryPlace): string {
  return `${commit} ${path}`;
}

/** Returns the slug that a path implies: the name of its file. */
export function slugOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(/\.[^.]*$/, "");
}

/**
 * Returns where to start for an entry that a commit of `main` no longer has: its last known path. Undefined if no
 * earlier commit ever had it.
 */
export async function lastPlace(
  repository: GitRepository,
  id: string,
  commit: string,
): Promise<EntryPlace[] | undefined> {
  const options = { commits: [commit], limit: 1 };
  const [ours] = await repository.fileLog({ ...options, message: `Loam-Entry: ${id}` });
  // Pushes have no trailers, so the commit is found by the removal of the line with the id.
  const path =
    (ours && (await pathIn(repository, id, ours))) ??
    (await pathIn(repository, id, (await repository.fileLog({ ...options, text: id }))[0]));
  return path === undefined ? undefined : [{ commit, path }];
}

/** Returns the file of a commit's change that contains the entry afterwards, otherwise before. */
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
