/** A file, or a folder of some. */
export interface Branch {
  /** The path; of a folder with a slash at its end. */
  readonly id: string;
  readonly name: string;
  /** Of a folder; none of a file. */
  readonly below: readonly Branch[];
}

/** Paths as a tree, in their order. */
export function branchesOf(paths: readonly string[], above = ""): readonly Branch[] {
  const names = [...new Set(paths.map((path) => path.slice(above.length).split("/")[0] ?? ""))];
  return names.map((name) => {
    const folder = `${above}${name}/`;
    const inside = paths.filter((path) => path.startsWith(folder));
    if (inside.length === 0) return { id: above + name, name, below: [] };
    return { id: folder, name, below: branchesOf(inside, folder) };
  });
}
