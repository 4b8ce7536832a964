import { readFile, stat } from "node:fs/promises";
import { dirname, isAbsolute, join, posix, relative, resolve, sep } from "node:path";
import { isCmsError, type Issue } from "../../../base/errors.ts";
import { isoInstant } from "../../../base/instant.ts";
import { addedFiles } from "../../../git/read/added-files.ts";
import { scanLinks } from "../../../markdown/scan-links.ts";
import { EMPTY_MAP, type ImportMap } from "../infer/parse-map.ts";
import { type LinkableEntry, makeLinkIndex } from "../links/link-index.ts";
import {
  assetsByName,
  type LinkPlace,
  type LinkWorld,
  resolveLink,
  resolveWikiLink,
} from "../links/resolve-link.ts";
import type { BodyLink } from "../links/rewrite-body.ts";
import { findCodePages } from "../project/code-pages.ts";
import { frameworkOf } from "../project/find-project.ts";
import type { Sources } from "../project/read-sources.ts";
import type { SourceTree } from "../source/source-tree.ts";
import {
  type CollectedType,
  collectEntries,
  linkNames,
  type NamedEntry,
} from "./collect-entries.ts";
import { identifyMedia, type MediaFile, usedMedia } from "./media-plan.ts";
import type { SiteState } from "./site-state.ts";

/** A word that stands where an address should be. */
const WORD = /^[\w-]+$/;

/** Fewer may be a mistake. */
const AT_LEAST = 10;

export interface PrepareOptions {
  readonly site: SiteState;
  readonly map?: ImportMap;
}

/** All that a plan is made from, with the files that it will want to store. */
export interface PreparedImport {
  readonly collected: readonly CollectedType[];
  readonly site: SiteState;
  readonly world: LinkWorld;
  readonly links: ReadonlyMap<string, readonly BodyLink[]>;
  /** When git says that files without any date were added, by path. */
  readonly added: ReadonlyMap<string, string>;
  /** Files that content uses and that can be stored, by their names. */
  readonly media: readonly MediaFile[];
  /** Used files that cannot be read. */
  readonly failed: readonly Issue[];
}

/** Finds collections, links and used files of a folder that was read. */
export async function prepareImport(
  sources: Sources,
  { site, map = EMPTY_MAP }: PrepareOptions,
): Promise<PreparedImport> {
  const collected = collectEntries(sources, site, map);
  const entries = collected.flatMap((one) => one.entries);
  const world = makeLinkWorld(entries, sources);
  const links = findBodyLinks(entries, world);
  const used = usedMedia(entries, links, world);
  const { files, failed } = await identifyMedia(used, { tree: sources.tree, siteId: site.site.id });
  const dateless = entries.filter(({ date }) => date === undefined).map(({ place }) => place.path);
  const added = await addedTimes(sources.tree, dateless);
  return { collected, site, world, links, added, media: files, failed };
}

/** Everything that links of an import are looked up in. */
function makeLinkWorld(entries: readonly NamedEntry[], { tree, layout }: Sources): LinkWorld {
  const places = new Map<string, LinkPlace>();
  const linkable = entries.map((entry): LinkableEntry => {
    const { place, slug, document, date } = entry;
    const { language } = place;
    const { addresses, isSure } = frameworkOf(layout);
    const made = addresses({ ...place, date, front: document.values }, layout);
    const own = place.translated && language !== undefined ? `/${language}${made[0]}` : made[0];
    const sure = isSure?.(place, layout) ?? true;
    const spoken = language === undefined ? {} : { language };
    places.set(place.path, { address: own ?? "/", sure, ...spoken });
    return { ...place, slug, addresses: made, names: linkNames(document.values) };
  });
  return {
    tree,
    layout,
    index: makeLinkIndex(linkable, layout),
    codePages: findCodePages(tree, layout),
    entries: places,
    assetsByName: assetsByName(tree, (path) => places.has(path)),
  };
}

/** The links of every body that has any, by path, each with what it leads to. */
function findBodyLinks(
  entries: readonly NamedEntry[],
  world: LinkWorld,
): ReadonlyMap<string, readonly BodyLink[]> {
  const wiki = world.layout.kind === "obsidian" || world.layout.kind === "plain";
  const links = new Map<string, readonly BodyLink[]>();
  for (const { place, document } of entries) {
    const found = scanLinks(document.body, { wiki });
    if (found.length === 0) continue;
    const resolved = found.map((link): BodyLink => {
      const isWiki = link.kind === "wiki" || link.kind === "wiki-embed";
      const resolveTarget = isWiki ? resolveWikiLink : resolveLink;
      return { found: link, resolved: resolveTarget(link.target, place.path, world) };
    });
    links.set(place.path, resolved);
  }
  return world.layout.wordLinks ? resolveWords(links, entries) : links;
}

/**
 * When git says that files were added, ISO 8601, by path; nothing for a file that git does not know, for
 * a folder that is in no repository, and where there is no git.
 */
async function addedTimes(
  { root, files }: SourceTree,
  paths: readonly string[],
): Promise<Map<string, string>> {
  const repository = paths.length === 0 ? undefined : await findRepository(root);
  if (repository === undefined) return new Map();
  const { gitDir, top } = repository;
  const prefix = relative(top, root).split(sep).join("/");
  const inGit = new Map(
    paths.map((path) => {
      const spelled = files.get(path) ?? path;
      return [prefix === "" ? spelled : `${prefix}/${spelled}`, path];
    }),
  );
  try {
    const shallow = await readShallow(gitDir);
    const added = await addedFiles(gitDir, { paths: new Set(inGit.keys()), shallow });
    return new Map(
      [...added].map(([name, time]) => [inGit.get(name) ?? name, isoInstant(new Date(time))]),
    );
  } catch (error) {
    if (isCmsError(error)) return new Map();
    throw error;
  }
}

interface FoundRepository {
  readonly gitDir: string;
  /** The folder that its paths begin at. */
  readonly top: string;
}

/** The repository that a folder is in: `.git` there or above, a folder or the file of a work tree. */
async function findRepository(folder: string): Promise<FoundRepository | undefined> {
  for (let top = folder; ; top = dirname(top)) {
    const path = join(top, ".git");
    const found = await stat(path).catch(() => undefined);
    if (found?.isDirectory() === true) return { gitDir: path, top };
    if (found?.isFile() === true) {
      const [, named] = /^gitdir: (.+)$/m.exec(await readFile(path, "utf8")) ?? [];
      if (named !== undefined) return { gitDir: resolve(top, named), top };
    }
    if (dirname(top) === top) return undefined;
  }
}

/** Boundary commits of a shallow clone; a work tree's are with those of its repository. */
async function readShallow(gitDir: string): Promise<Set<string>> {
  const common = (await readText(join(gitDir, "commondir")))?.trim() ?? ".";
  const folder = isAbsolute(common) ? common : join(gitDir, common);
  return new Set((await readText(join(folder, "shallow")))?.split("\n"));
}

async function readText(path: string): Promise<string | undefined> {
  return readFile(path, "utf8").catch(() => undefined);
}

type Links = ReadonlyMap<string, readonly BodyLink[]>;

/**
 * Resolves links such as `[front matter](g)`, of which a template of the site makes links into a glossary:
 * the pages of the one folder that has most of these texts as names are meant.
 */
function resolveWords(links: Links, entries: readonly NamedEntry[]): Links {
  const unresolved = [...links.values()].flat().filter(isWord);
  const byWord = Map.groupBy(unresolved, ({ found }) => found.target);
  const glossaries = new Map<string, ReadonlyMap<string, string>>();
  const folders = Map.groupBy(entries, ({ place }) => posix.dirname(place.path));
  const names = [...folders.values()].map(namesOf);
  for (const [word, found] of byWord) {
    const best = names
      .map((pages) => ({ pages, count: found.filter((link) => pageOf(link, pages)).length }))
      .toSorted((a, b) => b.count - a.count)[0];
    if (best !== undefined && best.count >= AT_LEAST && best.count * 2 > found.length)
      glossaries.set(word, best.pages);
  }
  if (glossaries.size === 0) return links;
  return new Map(
    [...links].map(([path, found]) => [path, found.map((link) => led(link, glossaries))]),
  );
}

function isWord({ found, resolved }: BodyLink): boolean {
  return found.kind === "link" && resolved.kind === "missing" && WORD.test(found.target);
}

function led(
  link: BodyLink,
  glossaries: ReadonlyMap<string, ReadonlyMap<string, string>>,
): BodyLink {
  const pages = isWord(link) ? glossaries.get(link.found.target) : undefined;
  const path = pages === undefined ? undefined : pageOf(link, pages);
  return path === undefined ? link : { ...link, resolved: { kind: "entry", path, fragment: "" } };
}

/** The pages of a folder by their titles and names. */
function namesOf(entries: readonly NamedEntry[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const { place, values } of entries) {
    const title = values.get("title");
    const known = [place.key.slice(place.key.lastIndexOf("/") + 1), title];
    for (const name of known) if (typeof name === "string") names.set(plain(name), place.path);
  }
  return names;
}

function pageOf({ found }: BodyLink, pages: ReadonlyMap<string, string>): string | undefined {
  const text = plain(found.text);
  const ways = [text, text.replace(/s$/, ""), text.replace(/es$/, ""), text.replace(/ies$/, "y")];
  return ways.map((way) => pages.get(way)).find((path) => path !== undefined);
}

/** Letters and digits alone: `_Front matter_` and `front-matter` are the same. */
function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{M}\p{N}]/gu, "");
}
