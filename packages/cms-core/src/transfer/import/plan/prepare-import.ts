import { readFile, stat } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { isCmsError, type Issue } from "../../../base/errors.ts";
import { isoInstant } from "../../../base/instant.ts";
import { addedFiles } from "../../../git/read/added-files.ts";
import { type FoundLink } from "../../../markdown/scan-links.ts";
import { hashFile } from "../../../media/kinds/sniff-media.ts";
import { stableMediaId } from "../infer/field-plan.ts";
import type { ImportMap } from "../infer/parse-map.ts";
import { type BodyLinks, findBodyLinks } from "../links/body-links.ts";
import {
  type LinkWorld,
  makeLinkWorld,
  type Resolved,
  resolveLink,
} from "../links/resolve-link.ts";
import { filePath, issuesOf, mapLimit, type Sources } from "../project/read-sources.ts";
import { isStorable, MEDIA_NAME } from "../source/media-name.ts";
import { isSourceList, type SourceValue } from "../source/source-keys.ts";
import type { SourceTree } from "../source/source-tree.ts";
import { type CollectedType, collectEntries, type NamedEntry } from "./collect-entries.ts";
import type { SiteState } from "./site-state.ts";

interface PrepareOptions {
  readonly site: SiteState;
  readonly map: ImportMap;
  /** Requested URL paths, by API ID. */
  readonly routes: Readonly<Record<string, string | null>>;
}

/** Input of a plan and the files that it may store. */
export interface PreparedImport {
  readonly collected: readonly CollectedType[];
  readonly site: SiteState;
  readonly world: LinkWorld;
  readonly links: BodyLinks;
  /** When files without a date were added in Git, by path. */
  readonly added: ReadonlyMap<string, string>;
  /** Files that content uses and that can be stored, by name. */
  readonly media: readonly MediaFile[];
  /** Used files that cannot be read. */
  readonly failed: readonly Issue[];
}

/** Finds the collections, links, and used files of a folder. */
export async function prepareImport(
  sources: Sources,
  { site, map, routes }: PrepareOptions,
): Promise<PreparedImport> {
  const collected = collectEntries(sources, { site, map, routes });
  const entries = collected.flatMap((one) => one.entries);
  const world = makeLinkWorld(entries, sources);
  const links = findBodyLinks(entries, world);
  const used = usedMedia(entries, links, world);
  const { files, failed } = await identifyMedia(used, { tree: sources.tree, siteId: site.site.id });
  const dateless = entries
    .filter(({ date }) => date === undefined)
    .map(({ place }) => place.file ?? place.path);
  const added = await addedTimes(sources.tree, dateless);
  return { collected, site, world, links, added, media: files, failed };
}

/**
 * Returns when files were added in Git (ISO 8601), by path. Omits untracked files, and is empty for folders outside a
 * repository and without Git.
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
  /** Folder that its paths are relative to. */
  readonly top: string;
}

/** Finds the repository of a folder: `.git` in it or above, as a folder or as the file of a linked worktree. */
async function findRepository(folder: string): Promise<FoundRepository | undefined> {
  for (let top = folder; ; top = dirname(top)) {
    const path = join(top, ".git");
    const found = await stat(path).catch(() => undefined);
    if (found?.isDirectory() === true) return { gitDir: path, top };
    if (found?.isFile() === true) {
      const [, named] = /^gitdir: (.+)$/m.exec((await readText(path)) ?? "") ?? [];
      if (named !== undefined) return { gitDir: resolve(top, named), top };
    }
    if (dirname(top) === top) return undefined;
  }
}

/** Returns the boundary commits of a shallow clone. For a linked worktree, they are in the main repository. */
async function readShallow(gitDir: string): Promise<Set<string>> {
  const common = (await readText(join(gitDir, "commondir")))?.trim() ?? ".";
  const folder = isAbsolute(common) ? common : join(gitDir, common);
  return new Set((await readText(join(folder, "shallow")))?.split("\n"));
}

async function readText(path: string): Promise<string | undefined> {
  return readFile(path, "utf8").catch(() => undefined);
}

const IMAGE = /\.(?:jpe?g|a?png|webp|avif|gif)$/i;

/** A used file in the folder that can be stored. */
export interface MediaFile {
  readonly path: string;
  readonly id: string;
  readonly accept: "image" | "file";
  /** Alt text of its first use in a body. */
  readonly alt: string;
}

/** Returns the paths of files used in front matter and bodies, with their first alt text. */
function usedMedia(
  entries: readonly NamedEntry[],
  links: BodyLinks,
  world: LinkWorld,
): Map<string, string> {
  const used = new Map<string, string>();
  const add = (resolved: Resolved, alt: string): void => {
    if (resolved.kind !== "asset" || !isStorable(resolved.path)) return;
    const before = used.get(resolved.path);
    if (before === undefined || before === "") used.set(resolved.path, alt);
  };
  for (const { place, values } of entries) {
    for (const link of links.get(place.path) ?? []) {
      add(link.resolved, altOf(link.found));
    }
    for (const written of texts(values)) add(resolveLink(written, place.path, world), "");
  }
  return used;
}

/** Returns the alt text. Obsidian's `![[photo.png|300]]` has a size in its place. */
function altOf({ kind, text }: FoundLink): string {
  const isImage = kind === "image" || kind === "wiki-embed";
  return isImage && !/^\d+(?:x\d+)?$/.test(text) ? text : "";
}

/** Yields texts in front matter that end like a file name. */
function* texts(value: SourceValue): Generator<string> {
  if (typeof value === "string") {
    const dot = value.lastIndexOf(".");
    const mayBeName = dot !== -1 && dot < value.length - 2 && value.length < 2000;
    if (mayBeName && !value.includes("\n") && MEDIA_NAME.test(value)) yield value;
  } else if (isSourceList(value)) {
    for (const item of value) yield* texts(item);
  } else {
    for (const inner of value.values()) yield* texts(inner);
  }
}

/** Hashes the used files to derive their media ids. */
async function identifyMedia(
  used: ReadonlyMap<string, string>,
  { tree, siteId }: { readonly tree: SourceTree; readonly siteId: string },
): Promise<{ files: MediaFile[]; failed: Issue[] }> {
  const failed: Issue[] = [];
  const read = await mapLimit([...used], 4, async ([path, alt]) => {
    try {
      const id = stableMediaId(siteId, await hashFile(filePath(tree, path)));
      return { path, id, alt, accept: IMAGE.test(path) ? "image" : "file" } as const;
    } catch (error) {
      failed.push(...issuesOf(error, path));
      return undefined;
    }
  });
  return { files: read.filter((file) => file !== undefined), failed };
}
