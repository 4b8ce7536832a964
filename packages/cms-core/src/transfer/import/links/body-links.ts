import { posix } from "node:path";
import { type FoundLink, scanLinks } from "../../../markdown/scan-links.ts";
import type { SourceEntry } from "../project/source-entry.ts";
import { isStorable } from "../source/media-name.ts";
import { headingAnchor } from "./link-target.ts";
import { type LinkWorld, type Resolved, resolveLink, resolveWikiLink } from "./resolve-link.ts";

/** A link in a body with its resolved target. */
export interface BodyLink {
  readonly found: FoundLink;
  readonly resolved: Resolved;
}

/** Links by the path of their file. */
export type BodyLinks = ReadonlyMap<string, readonly BodyLink[]>;

/** Resolves the links of all bodies, by file path. Files without links are omitted. */
export function findBodyLinks(entries: readonly SourceEntry[], world: LinkWorld): BodyLinks {
  const wiki = world.layout.kind === "obsidian" || world.layout.kind === "plain";
  const links = new Map<string, readonly BodyLink[]>();
  for (const { place, document } of entries) {
    const found = scanLinks(document.body, { wiki, guesses: true });
    if (found.length === 0) continue;
    links.set(
      place.path,
      found.map((link) => ({ found: link, resolved: resolveFound(link, place.path, world) })),
    );
  }
  return world.layout.wordLinks ? resolveWords(links, entries) : links;
}

function resolveFound(link: FoundLink, from: string, world: LinkWorld): Resolved {
  if (isWiki(link)) return resolveWikiLink(link.target, from, world);
  // An expression cannot be replaced by a link.
  if (link.kind === "expression") return { kind: "missing" };
  // In HTML, an ampersand is written as a reference.
  const isHtml = link.kind === "attribute" || link.kind === "parameter";
  const target = isHtml ? link.target.replaceAll(/&amp;|&#38;|&#x26;/gi, "&") : link.target;
  const resolved = resolveLink(target, from, world);
  return link.kind === "parameter" && !isIntendedPath(link, resolved)
    ? { kind: "outside" }
    : resolved;
}

/** Returns whether a component parameter is meant as a path: it resolves to a file or page, or is named like a file. */
function isIntendedPath({ target }: FoundLink, resolved: Resolved): boolean {
  if (resolved.kind === "asset") return isStorable(resolved.path);
  if (resolved.kind === "entry") return target.includes("/") && resolved.guessed !== true;
  return resolved.kind === "missing" && target.includes("/") && isStorable(target);
}

function isWiki({ kind }: FoundLink): boolean {
  return kind === "wiki" || kind === "wiki-embed";
}

/** Matches a single word in place of a link target. */
const WORD = /^[\w-]+$/;

/** With fewer links, a match can be a coincidence. */
const MIN_GLOSSARY_LINKS = 10;

/**
 * Resolves links such as `[front matter](g)`, which a template of the site turns into glossary links. The glossary is
 * the folder whose pages have the most of these texts as names.
 */
function resolveWords(links: BodyLinks, entries: readonly SourceEntry[]): BodyLinks {
  const unresolved = [...links.values()].flat().filter(isWord);
  const byWord = Map.groupBy(unresolved, ({ found }) => found.target);
  const glossaries = new Map<string, ReadonlyMap<string, string>>();
  const folders = Map.groupBy(entries, ({ place }) => posix.dirname(place.path));
  const names = [...folders.values()].map(namesOf);
  for (const [word, found] of byWord) {
    const best = names
      .map((pages) => ({ pages, count: found.filter((link) => pageOf(link, pages)).length }))
      .toSorted((a, b) => b.count - a.count)[0];
    if (best !== undefined && best.count >= MIN_GLOSSARY_LINKS && best.count * 2 > found.length)
      glossaries.set(word, best.pages);
  }
  if (glossaries.size === 0) return links;
  return new Map(
    [...links].map(([path, found]) => [
      path,
      found.map((link) => resolveGlossaryLink(link, glossaries)),
    ]),
  );
}

function isWord({ found, resolved }: BodyLink): boolean {
  return found.kind === "link" && resolved.kind === "missing" && WORD.test(found.target);
}

function resolveGlossaryLink(
  link: BodyLink,
  glossaries: ReadonlyMap<string, ReadonlyMap<string, string>>,
): BodyLink {
  const pages = isWord(link) ? glossaries.get(link.found.target) : undefined;
  const path = pages === undefined ? undefined : pageOf(link, pages);
  return path === undefined ? link : { ...link, resolved: { kind: "entry", path, fragment: "" } };
}

/** Returns the pages of a folder by title and name. */
function namesOf(entries: readonly SourceEntry[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const { place, values } of entries) {
    const title = values.get("title");
    const known = [place.key.slice(place.key.lastIndexOf("/") + 1), title];
    for (const name of known)
      if (typeof name === "string") names.set(toPlainName(name), place.path);
  }
  return names;
}

function pageOf({ found }: BodyLink, pages: ReadonlyMap<string, string>): string | undefined {
  const text = toPlainName(found.text);
  const singulars = [
    text,
    text.replace(/s$/, ""),
    text.replace(/es$/, ""),
    text.replace(/ies$/, "y"),
  ];
  return singulars.map((word) => pages.get(word)).find((path) => path !== undefined);
}

/** Keeps only letters and digits, so that `_Front matter_` equals `front-matter`. */
function toPlainName(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{M}\p{N}]/gu, "");
}

interface RewriteOptions {
  /** Returns the id of the entry that a file became. */
  readonly entryId: (path: string) => string | undefined;
  /** Returns the id of the media record that a file became; undefined if it was rejected. */
  readonly mediaId: (path: string) => string | undefined;
}

/** Rewrites all links to imported content in a body. Every other byte is kept. */
export function rewriteBody(
  body: string,
  links: readonly BodyLink[],
  options: RewriteOptions,
): { readonly body: string; readonly unresolved: readonly BodyLink[] } {
  const unresolved: BodyLink[] = [];
  const parts: string[] = [];
  let last = 0;
  for (const link of links) {
    const { found, resolved } = link;
    if (resolved.kind === "outside") continue;
    const urlPath = newTarget(found, resolved, options);
    if (urlPath === undefined) unresolved.push(link);
    else {
      parts.push(body.slice(last, found.start), urlPath);
      last = found.end;
    }
  }
  return { body: last === 0 ? body : parts.join("") + body.slice(last), unresolved };
}

function newTarget(
  found: FoundLink,
  resolved: Exclude<Resolved, { kind: "outside" }>,
  { entryId, mediaId }: RewriteOptions,
): string | undefined {
  if (resolved.kind === "missing" || resolved.kind === "code") return undefined;
  if (resolved.kind === "here") {
    const anchor = headingAnchor(resolved.fragment);
    return isWiki(found) ? `[${wikiText(found)}](${anchor})` : anchor;
  }
  if (resolved.kind === "asset") {
    const id = mediaId(resolved.path);
    if (id === undefined) return undefined;
    if (found.kind === "autolink") return `[${found.text}](media:${id})`;
    return isWiki(found) ? wikiMedia(found, `media:${id}`, resolved.path) : `media:${id}`;
  }
  const id = entryId(resolved.path);
  if (id === undefined) return undefined;
  if (found.kind === "autolink") return `[${found.text}](entry:${id}${resolved.fragment})`;
  if (!isWiki(found)) return `entry:${id}${resolved.fragment}`;
  return `[${wikiText(found)}](entry:${id}${headingAnchor(resolved.fragment)})`;
}

/** Returns the text of a wiki link: `[[Note#Part|alias]]` shows the alias, or "Note > Part" as in Obsidian. */
function wikiText({ text, target }: FoundLink): string {
  const shown =
    text === ""
      ? target
          .split("#")
          .filter((part) => part !== "")
          .join(" > ")
      : text;
  return shown.replaceAll(/[[\]\\]/g, String.raw`\$&`);
}

function wikiMedia(found: FoundLink, urlPath: string, path: string): string {
  // `|300` and `|300x200` are image sizes in Obsidian.
  const alt = /^\d+(?:x\d+)?$/.test(found.text) ? "" : found.text;
  const escaped = alt.replaceAll(/[[\]\\]/g, String.raw`\$&`);
  const isImage = /\.(?:jpe?g|a?png|webp|avif|gif)$/i.test(path);
  if (found.kind === "wiki-embed" && isImage) return `![${escaped}](${urlPath})`;
  return `[${escaped === "" ? path.slice(path.lastIndexOf("/") + 1) : escaped}](${urlPath})`;
}
