/** A file or folder. */
export interface Branch {
  /** The path; ends with a slash for a folder. */
  readonly id: string;
  readonly name: string;
  /** Children of a folder; empty for a file. */
  readonly below: readonly Branch[];
}

/** Builds a tree from sorted paths. */
export function branchesOf(paths: readonly string[], above = ""): readonly Branch[] {
  const names = [...new Set(paths.map((path) => path.slice(above.length).split("/")[0] ?? ""))];
  return names.map((name) => {
    const folder = `${above}${name}/`;
    const inside = paths.filter((path) => path.startsWith(folder));
    if (inside.length === 0) return { id: above + name, name, below: [] };
    return { id: folder, name, below: branchesOf(inside, folder) };
  });
}
