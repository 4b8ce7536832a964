import type { LayoutKind } from "./layout.ts";

/** What the index needs to know of an entry: where it is, and by what other names it goes. */
export interface LinkableEntry {
  readonly path: string;
  readonly collection: string;
  readonly key: string;
  readonly date?: string;
  /** Addresses and names from its front matter: permalink, url, aliases. */
  readonly names: readonly string[];
  readonly slug: string;
}

/** Looks up entries by path, address and name. A name that two entries share leads to neither. */
export interface LinkIndex {
  /** Path of the entry at a site address such as `/blog/my-post/`. */
  byAddress(address: string): string | undefined;
  /** Path of the entry that a note or post name means; the shortest path wins among notes. */
  byName(name: string): string | undefined;
}

const AMBIGUOUS = "";

/** Builds the index of addresses and names over all entries of an import. */
export function makeLinkIndex(entries: readonly LinkableEntry[], kind: LayoutKind): LinkIndex {
  const addresses = new Map<string, string>();
  const names = new Map<string, string>();
  for (const entry of entries) {
    for (const address of addressesOf(entry)) add(addresses, normalAddress(address), entry.path);
    for (const name of namesOf(entry)) add(names, normalName(name), entry.path);
  }
  // An exact address of one entry beats what the path of another suggests.
  for (const { path, names: own } of entries) {
    for (const name of own) if (name.startsWith("/")) addresses.set(normalAddress(name), path);
  }
  const shortest = kind === "obsidian" ? shortestByBase(entries) : new Map<string, string>();
  return {
    byAddress: (address) => known(addresses.get(normalAddress(address))),
    byName: (name) => {
      const normal = normalName(name);
      return known(names.get(normal)) ?? shortest.get(normal);
    },
  };
}

function add(map: Map<string, string>, name: string, path: string): void {
  const before = map.get(name);
  map.set(name, before === undefined || before === path ? path : AMBIGUOUS);
}

function known(path: string | undefined): string | undefined {
  return path === AMBIGUOUS ? undefined : path;
}

/** Lower case, without slashes at the ends and without `.html`, `.md` or `index`. */
function normalAddress(address: string): string {
  return address
    .toLowerCase()
    .replace(/\.(?:html?|mdx?|markdown)$/, "")
    .replace(/(?:^|\/)_?index$/, "")
    .replaceAll(/^\/+|\/+$/g, "");
}

function normalName(name: string): string {
  return normalAddress(name).replaceAll(/\s+/g, " ");
}

function addressesOf({ collection, key, slug, date, names }: LinkableEntry): string[] {
  const last = key.slice(key.lastIndexOf("/") + 1);
  const own = key.slice(0, key.length - last.length) + slug;
  const found = [`${collection}/${key}`, `${collection}/${slug}`, `${collection}/${own}`];
  if (["pages", "sections", "notes"].includes(collection)) found.push(key, slug);
  if (date !== undefined) {
    // Jekyll's default: /2024/01/31/title.html, with the categories before it.
    found.push(`${date.replaceAll("-", "/")}/${last}`, `${collection}/${date}-${last}`);
  }
  return [...found, ...names.filter((name) => name.includes("/"))];
}

function namesOf({ path, key, slug, date, names }: LinkableEntry): string[] {
  const stem = path.replace(/\.\w+$/, "").replace(/\/_?index$/, "");
  const parts = stem.split("/");
  // Every tail of the path: `Note`, `Folder/Note`, …
  const tails = parts.map((_, index) => parts.slice(index).join("/"));
  const dated = date === undefined ? [] : [`${date}-${key.slice(key.lastIndexOf("/") + 1)}`];
  return [...new Set([...tails, key, slug, ...dated, ...names])];
}

function shortestByBase(entries: readonly LinkableEntry[]): Map<string, string> {
  const shortest = new Map<string, string>();
  for (const { path } of entries) {
    const base = normalName(path.slice(path.lastIndexOf("/") + 1));
    const before = shortest.get(base);
    if (before === undefined || path.length < before.length) shortest.set(base, path);
  }
  return shortest;
}
