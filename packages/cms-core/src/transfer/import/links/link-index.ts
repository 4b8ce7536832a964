/** What the index needs to know of an entry: where it is, and by what other names it goes. */
export interface LinkableEntry {
  readonly path: string;
  readonly key: string;
  readonly inside: string;
  readonly language?: string;
  readonly translated: boolean;
  readonly date?: string;
  readonly slug: string;
  /** Addresses that its framework makes, without the language, the likeliest first. */
  readonly addresses: readonly string[];
  /** Addresses and names from its front matter: permalink, url, aliases. */
  readonly names: readonly string[];
}

/** Looks up entries by address, name and place. What two entries share leads to neither. */
export interface LinkIndex {
  /** Path of the entry at an address such as `/blog/my-post/`, as seen from a page in a language. */
  at(address: string, language: string | undefined): string | undefined;
  /**
   * Path of the entry that a note, post or alias is called; of several the nearest to the file `from`, of
   * these the one with the shortest path.
   */
  named(name: string, from: string): string | undefined;
  /**
   * Path of the entry that an address of a page which is not translated means, else of the only one whose
   * place ends as the address does, or whose place the address ends with.
   */
  ending(address: string, language: string | undefined): string | undefined;
}

const AMBIGUOUS = "";
/** A shorter end of an address says too little: `/api/search` is not any page called `search`. */
const PARTS_THAT_SAY_ENOUGH = 2;

/** Builds the index over all entries of an import. */
export function makeLinkIndex(
  entries: readonly LinkableEntry[],
  { ownLanguageFirst }: { readonly ownLanguageFirst: boolean },
): LinkIndex {
  const addresses = indexAddresses(entries);
  const names = indexNames(entries);
  const ends = indexEnds(entries);
  const languages = new Set(entries.map(({ language }) => language?.toLowerCase() ?? ""));
  return {
    at: (address, language) => {
      const [plain, own] = [normalAddress(address), spoken(address, language)];
      const keys = ownLanguageFirst ? [own, plain] : [plain, own];
      return keys.map((key) => known(addresses.get(key))).find((path) => path !== undefined);
    },
    named: (name, from) => nearest(names.get(normalName(name)) ?? [], from)[0],
    ending: (address, language) => {
      const parts = normalAddress(address).split("/");
      // A page that is not translated is shown in the main language.
      const untranslated = languages.has(parts[0] ?? "")
        ? known(addresses.get(parts.slice(1).join("/")))
        : undefined;
      if (untranslated !== undefined) return untranslated;
      const tails = parts
        .map((_, index) => parts.slice(index))
        .filter((tail, index) => index === 0 || tail.length >= PARTS_THAT_SAY_ENOUGH);
      for (const tail of tails) {
        for (const one of [language ?? "", ""]) {
          const found = ends.get(`${one}:${tail.join("/")}`);
          if (found !== undefined) return known(found);
        }
      }
      return undefined;
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
    .replace(/(?:^|\/)(?:_?index|readme)$/, "")
    .replaceAll(/^\/+|\/+$/g, "");
}

function spoken(address: string, language: string | undefined): string {
  const plain = normalAddress(address);
  return language === undefined ? plain : `${language.toLowerCase()}/${plain}`.replace(/\/$/, "");
}

function normalName(name: string): string {
  return normalAddress(name).replaceAll(/\s+/g, " ");
}

/** The likelier an address is that of an entry, the more it counts: what the file says, its own, others. */
function indexAddresses(entries: readonly LinkableEntry[]): Map<string, string> {
  const ranks = [new Map<string, string>(), new Map<string, string>(), new Map<string, string>()];
  const [first, second, third] = ranks;
  for (const entry of entries) {
    const { path, language, translated, names, addresses } = entry;
    for (const name of names)
      if (name.includes("/")) add(first ?? new Map(), normalAddress(name), path);
    for (const [index, address] of addresses.entries()) {
      const map = (index === 0 ? second : third) ?? new Map<string, string>();
      if (!translated) add(map, normalAddress(address), path);
      if (language !== undefined) add(map, spoken(address, language), path);
    }
  }
  return new Map(
    ranks.toReversed().flatMap((map) => [...map].filter(([, path]) => path !== AMBIGUOUS)),
  );
}

/** Of paths those that share the most folders with another, in their order. */
export function nearest(paths: readonly string[], from: string): readonly string[] {
  if (paths.length < 2) return paths;
  const folders = from.split("/").slice(0, -1);
  const shared = paths.map((path) => {
    const parts = path.split("/");
    const differs = folders.findIndex((folder, index) => folder !== parts[index]);
    return differs === -1 ? folders.length : differs;
  });
  const most = Math.max(...shared);
  return paths.filter((_, index) => shared[index] === most);
}

/** By name, the shortest path first. File names go before keys, keys before aliases. */
function indexNames(entries: readonly LinkableEntry[]): Map<string, readonly string[]> {
  const names = new Map<string, readonly string[]>();
  const shortestFirst = entries.toSorted((a, b) => {
    return Number(a.translated) - Number(b.translated) || a.path.length - b.path.length;
  });
  const addAll = (namesOf: (entry: LinkableEntry) => readonly string[]): void => {
    const added = new Map<string, string[]>();
    for (const entry of shortestFirst) {
      for (const name of new Set(namesOf(entry).map(normalName))) {
        if (names.has(name)) continue;
        const paths = added.get(name);
        if (paths === undefined) added.set(name, [entry.path]);
        else paths.push(entry.path);
      }
    }
    for (const [name, paths] of added) names.set(name, paths);
  };
  addAll(({ path }) => tailsOf(path.replace(/\.\w+$/, "").replace(/\/_?index$/, "")));
  addAll(({ key, slug, date }) => {
    const dated = date === undefined ? [] : [`${date}-${key.slice(key.lastIndexOf("/") + 1)}`];
    return [key, slug, ...dated];
  });
  addAll((entry) => entry.names);
  return names;
}

function indexEnds(entries: readonly LinkableEntry[]): Map<string, string> {
  const ends = new Map<string, string>();
  for (const { path, inside, language = "", translated } of entries) {
    for (const tail of tailsOf(normalAddress(inside))) {
      add(ends, `${language}:${tail}`, path);
      if (!translated && language !== "") add(ends, `:${tail}`, path);
    }
  }
  return ends;
}

/** Every tail of a path: `Note`, `Folder/Note`, … */
function tailsOf(path: string): string[] {
  const parts = path.split("/");
  return parts.map((_, index) => parts.slice(index).join("/"));
}
