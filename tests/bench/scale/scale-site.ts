import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { openContentIndex, type ContentIndex } from "@loam/cms-core/find";
import { openMediaFolder } from "@loam/cms-core/media";
import {
  createPublisher,
  openPublicFolder,
  publishEntries,
  type Publisher,
  type PublicStorage,
} from "@loam/cms-core/publish";
import type { SiteStore } from "@loam/cms-core/site";
import { EDITOR, idOf, makeLargeSite } from "../support/large-site.ts";
import { createRandom, pickWord, readWords } from "../support/query-posts.ts";

/** A published site with many posts. */
export interface ScaleSite {
  readonly entries: number;
  readonly store: SiteStore;
  readonly publisher: Publisher;
  readonly index: ContentIndex;
}

export function publicUrlOf(siteId: string): string {
  return `https://cdn.example.test/public/${siteId}`;
}

/** Returns the paths of a benchmark site. */
export function placesIn(folder: string): Record<"gitDir" | "indexFile", string> {
  return { gitDir: join(folder, "site.git"), indexFile: join(folder, "index.sqlite") };
}

/** Creates a site, publishes all of it, and indexes it. */
export async function makeScaleSite(folder: string, entries: number): Promise<ScaleSite> {
  await mkdir(folder, { recursive: true });
  const { gitDir } = placesIn(folder);
  const store = await makeLargeSite(gitDir, entries, valuesOfPosts());
  const ids = Array.from({ length: entries }, (_, number) => ({ id: idOf("e", number) }));
  await publishEntries(store, { entries: ids, ...EDITOR });
  return openParts(folder, store, entries);
}

async function openParts(folder: string, store: SiteStore, entries: number): Promise<ScaleSite> {
  const { indexFile } = placesIn(folder);
  const siteId = store.site().id;
  const publisher = createPublisher({
    repository: store.repository,
    siteId,
    storage: withoutLists(await openPublicFolder(join(folder, "public", siteId))),
    media: await openMediaFolder(join(folder, "media")),
    publicUrl: publicUrlOf(siteId),
    stateFile: join(folder, "cursor.json"),
  });
  await publisher.follow();
  const index = await openContentIndex(store.repository, { path: indexFile });
  return { entries, store, publisher, index };
}

/** Columns whose size grows with the site: the bytes of a list, of its rows, and its digest in the index. */
const LISTS: ReadonlySet<string> = new Set([
  "api/posts.json",
  "api/posts/_index.json",
  "api/index.json",
]);

/** Wraps a storage to skip files derived from a whole list. */
function withoutLists(storage: PublicStorage): PublicStorage {
  return {
    ...storage,
    apply: async ({ writes, removals }, options) => {
      const few = writes.map((group) => group.filter(({ path }) => !LISTS.has(path)));
      await storage.apply({ writes: few, removals }, options);
    },
  };
}

export async function closeScaleSite({ index, publisher, store }: ScaleSite): Promise<void> {
  await index.close();
  await publisher.close();
  await store.close();
}

type PostValues = Map<string, string | string[]>;

/** Groups of ten posts share a title. Each post has one unique word. */
function valuesOfPosts(): (number: number) => PostValues {
  const words = readWords();
  const random = createRandom(11);
  return (number) => {
    const english = Array.from({ length: 290 }, () => pickWord(words, random)).join(" ");
    return postOf(number, `What the note of day ${number} is about`, english);
  };
}

function postOf(number: number, summary: string, english: string): PostValues {
  return new Map<string, string | string[]>([
    ["title", titleOf(number)],
    ["summary", summary],
    ["date", new Date(Date.UTC(2016, 0, 1 + (number % 3650))).toISOString().slice(0, 10)],
    ["tags", ["garden", `tag-${number % 20}`]],
    ["body", `${english} ${rareWord(number)}`.replaceAll(/(?:\w+ ){15}/g, "$&\n\n")],
  ]);
}

const EDITED_TEXT = "soil rain seed root leaf stem bark moss fern clay ".repeat(29).trim();

/** Returns the same post after an edit. */
export function editedPost(number: number, edit: number): PostValues {
  return postOf(number, `What the note of day ${number} is about, edit ${edit}`, EDITED_TEXT);
}

/** A word in every post. */
export const COMMON_WORD = "note";

export function titleOf(number: number): string {
  return `Garden note ${Math.floor(number / 10)}`;
}

/** Returns a word in only one post. */
export function rareWord(number: number): string {
  return `zq${number.toString(36).padStart(4, "0")}qz`;
}
