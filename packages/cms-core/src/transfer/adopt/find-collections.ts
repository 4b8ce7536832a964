import { posix } from "node:path";
import { makeTypeApiId } from "../../base/api-ids.ts";
import type { TreeFile } from "../../git/read/list-files.ts";
import type { Layout } from "../import/frameworks/framework.ts";
import {
  configPaths,
  detectLayout,
  findProject,
  moveInto,
} from "../import/project/find-project.ts";
import { type Place, placeFiles } from "../import/project/place-file.ts";
import { makeSourceTree, type SourceTree } from "../import/source/source-tree.ts";

/** Files that belong together, and where they stand. */
export interface FoundCollection {
  readonly apiId: string;
  readonly name: string;
  /** From the root of the repository. */
  readonly folder: string;
  /** As `paths` in `site.yml` has it. */
  readonly place: string;
  /** Data alone, without text below it. */
  readonly isPlain: boolean;
  /** Where pages of it are, as `/blog`, where the project says so; without a slash at its end. */
  readonly route: string | undefined;
}

export interface FoundProject {
  readonly layout: Layout;
  /** Of all pages, by their path below the folder of the site. */
  readonly places: ReadonlyMap<string, Place>;
  /** Of the site in its project; empty for the project itself. */
  readonly folder: string;
  readonly collections: readonly FoundCollection[];
  /** Collections that have no folder of their own. */
  readonly scattered: readonly { readonly name: string; readonly files: number }[];
}

/** Finds the collections of a repository by what its files are called, and by its configuration, which `read` reads. */
export async function findCollections(
  files: readonly TreeFile[],
  {
    name: source,
    read,
  }: { readonly name: string; readonly read: (oid: string) => Promise<Uint8Array> },
): Promise<FoundProject> {
  const plain = files.filter(({ mode }) => mode === "100644" || mode === "100755");
  const oids = new Map(plain.map(({ path, oid }) => [path, oid]));
  const whole = makeSourceTree(
    source,
    plain.map(({ path }) => path),
  );
  const folder = findProject(whole);
  const tree = moveInto(whole, folder);
  const layout = detectLayout(tree, await readConfigs(tree, oids, read));
  const { places } = placeFiles(tree, layout);
  const taken = new Set<string>();
  const collections: FoundCollection[] = [];
  const scattered: { name: string; files: number }[] = [];
  for (const [root, members] of groupByFolder(places, layout)) {
    const [first] = members;
    if (first === undefined) continue;
    const { collection: name, language } = first;
    if (root === "") {
      for (const [one, of] of Map.groupBy(members, ({ collection }) => collection)) {
        scattered.push({ name: one, files: of.length });
      }
      continue;
    }
    const isFirst = !collections.some((one) => one.name === name);
    const apiId = makeTypeApiId(
      isFirst || language === undefined ? name : `${name}-${language}`,
      taken,
    );
    taken.add(apiId);
    const at = folder === "" ? root : `${folder}/${root}`;
    collections.push({
      apiId,
      name,
      folder: at,
      place: patternOf(at, root, members),
      isPlain: members.every(({ path }) => path.endsWith(".yml")),
      route: routeOf(layout, name),
    });
  }
  const all = new Map(places.map((place) => [place.path, place]));
  return { layout, places: all, folder, collections, scattered };
}

async function readConfigs(
  tree: SourceTree,
  oids: ReadonlyMap<string, string>,
  read: (oid: string) => Promise<Uint8Array>,
): Promise<ReadonlyMap<string, string>> {
  const configs = new Map<string, string>();
  for (const path of configPaths(tree)) {
    const oid = oids.get(posix.join(tree.root, tree.files.get(path) ?? path));
    if (oid !== undefined) configs.set(path, Buffer.from(await read(oid)).toString("utf8"));
  }
  return configs;
}

/**
 * By the folder of each collection, below the folder of the site and empty where they are all over it, the largest
 * first; a language that has the collection in another folder has one of its own.
 */
function groupByFolder(places: readonly Place[], layout: Layout): [string, Place[]][] {
  const editable = places.filter(({ path }) => EDITABLE.test(path) && !isPart(path));
  const groups = Map.groupBy(editable, (place) => rootOf(place, layout));
  return [...groups].toSorted(([, a], [, b]) => b.length - a.length);
}

const ENDINGS = ["md", "mdx", "markdown", "yml"];
const EDITABLE = new RegExp(`\\.(?:${ENDINGS.join("|")})$`);

function isPart(path: string): boolean {
  return /(?:^|\/)_[^/]*$/.test(path);
}

function rootOf({ path, collection }: Place, { bases, contentRoot }: Layout): string {
  for (const folder of bases.keys()) if (path.startsWith(`${folder}/`)) return folder;
  const inside = contentRoot === "" ? path : path.slice(contentRoot.length + 1);
  const folders = inside.split("/").slice(0, -1);
  // Jekyll's `posts` stand in `_posts`.
  const at = folders.findIndex((folder) => folder.replace(/^_/, "") === collection);
  const own = at === -1 ? [] : folders.slice(0, at + 1);
  return [contentRoot, ...own].filter((part) => part !== "").join("/");
}

/** New files are of the kind that most are. */
function patternOf(at: string, root: string, members: readonly Place[]): string {
  const counts = Map.groupBy(members, ({ path }) => path.slice(path.lastIndexOf(".") + 1));
  const names = [...counts]
    .toSorted(
      ([a, many], [b, others]) =>
        others.length - many.length || ENDINGS.indexOf(a) - ENDINGS.indexOf(b),
    )
    .map(([extension]) => extension);
  const isDeep = members.some(({ path }) => path.slice(root.length + 1).includes("/"));
  const endings = names.length === 1 ? (names[0] ?? "") : `{${names.join(",")}}`;
  return `${at}/${isDeep ? "**/" : ""}*.${endings}`;
}

function routeOf({ permalinks, basePath, kind }: Layout, collection: string): string | undefined {
  const own = kind === "astro" ? permalinks.get(collection) : undefined;
  return own === undefined ? undefined : `${basePath}${own}`;
}
