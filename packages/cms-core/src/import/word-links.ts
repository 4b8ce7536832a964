import { posix } from "node:path";
import type { NamedEntry } from "./collect-entries.ts";
import type { BodyLink } from "./rewrite-body.ts";

/** A word that stands where an address should be. */
const WORD = /^[\w-]+$/;
/** Fewer may be a mistake. */
const AT_LEAST = 10;

type Links = ReadonlyMap<string, readonly BodyLink[]>;

/**
 * Resolves links such as `[front matter](g)`, of which a template of the site makes links into a glossary:
 * the pages of the one folder that has most of these texts as names are meant.
 */
export function resolveWords(links: Links, entries: readonly NamedEntry[]): Links {
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
