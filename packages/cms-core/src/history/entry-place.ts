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
