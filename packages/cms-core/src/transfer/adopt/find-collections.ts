import { posix } from "node:path";
import { makeTypeApiId } from "../../base/api-ids.ts";
import type { TreeFile } from "../../git/read/list-files.ts";
import type { Layout } from "../import/frameworks/framework.ts";
import {
  configPaths,
  detectLayout,
  findProject,
  relativeToFolder,
} from "../import/project/find-project.ts";
import { type Place, placeFiles } from "../import/project/place-file.ts";
import { makeSourceTree, type SourceTree } from "../import/source/source-tree.ts";

/** A group of files that form one collection, with their location. */
export interface FoundCollection {
  readonly apiId: string;
  readonly name: string;
  /** Path from the root of the repository. */
  readonly folder: string;
  /** Pattern for `paths` in `site.yml`. */
  readonly place: string;
  /** Whether the files contain only data, without a body. */
  readonly isPlain: boolean;
  /** URL path of its pages, such as `/blog`, without a trailing slash; undefined if the project doesn't define one. */
  readonly route: string | undefined;
}

export interface FoundProject {
  readonly layout: Layout;
  /** Places of all pages, by path below the site folder. */
  readonly places: ReadonlyMap<string, Place>;
  /** Folder of the site in its project; empty for the project root. */
  readonly folder: string;
  readonly collections: readonly FoundCollection[];
  /** Collections without a folder of their own. */
  readonly scattered: readonly { readonly name: string; readonly files: number }[];
}

/**
 * Finds the collections of a repository from its file names and its configuration. `read` reads the configuration
 * files.
 */
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
  const tree = relativeToFolder(whole, folder);
  const layout = detectLayout(tree, await readConfigs(tree, oids, read));
  const { places } = placeFiles(tree, layout);
  const usedIds = new Set<string>();
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
      usedIds,
    );
    usedIds.add(apiId);
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
 * Groups places by the folder of their collection, largest first. Folders are relative to the site folder, and empty if
 * the files are spread over the whole site. A language that keeps the collection in another folder is a separate group.
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
  // Jekyll keeps `posts` in `_posts`.
  const at = folders.findIndex((folder) => folder.replace(/^_/, "") === collection);
  const own = at === -1 ? [] : folders.slice(0, at + 1);
  return [contentRoot, ...own].filter((part) => part !== "").join("/");
}

/** Returns the path pattern of new files, with the extension that most files have. */
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
