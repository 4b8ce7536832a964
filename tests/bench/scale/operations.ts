import type { ListEntries } from "@loam/cms-core/find";
import { entryTimeline } from "@loam/cms-core/history";
import { createLiveTables, publishEntries, type LiveTables } from "@loam/cms-core/publish";
import { EDITOR, idOf } from "../support/large-site.ts";
import { askQuery, QUESTIONS } from "./questions.ts";
import { COMMON_WORD, editedPost, rareWord, type ScaleSite } from "./scale-site.ts";

/** An operation whose cost must not grow with the site. */
export interface Operation {
  readonly what: string;
  readonly rounds: number;
  /** Repetitions per round. */
  readonly count: number;
  readonly clock: "wall" | "cpu";
  /** Setup that isn't measured. */
  readonly prepare?: (site: OpenedSite, number: number) => Promise<unknown>;
  readonly run: (site: OpenedSite, number: number) => unknown;
}

/** An open site with prepared queries. */
export interface OpenedSite extends ScaleSite {
  /** Returns the number of another entry, the same sequence in each run. */
  readonly next: () => number;
  /** Cursor to the middle of a list. */
  readonly deepCursor: () => Promise<string>;
  readonly tables: () => LiveTables;
}

export function openQueries(site: ScaleSite): OpenedSite {
  let number = 0;
  let cursor: Promise<string> | undefined;
  const tablesOf = createLiveTables();
  return {
    ...site,
    next: () => {
      number = (number + 7919) % site.entries;
      return number;
    },
    deepCursor: async () => {
      cursor ??= middleOf(site);
      return cursor;
    },
    tables: () => tablesOf(site.publisher.live()),
  };
}

const LIST = { type: "posts", state: "published", limit: 50 } as const;

/** Pages through a list to its middle. */
async function middleOf({ index, entries }: ScaleSite): Promise<string> {
  let cursor: string | undefined;
  for (let seen = 0; seen < entries / 2; seen += LIST.limit) {
    const page = await index.list({ ...LIST, ...(cursor === undefined ? {} : { cursor }) });
    cursor = page.cursor;
  }
  if (cursor === undefined) throw new Error("there are more pages");
  return cursor;
}

let edits = 0;

async function edit({ store }: OpenedSite, number: number): Promise<unknown> {
  edits += 1;
  const values = editedPost(number, edits);
  return store.saveEntry({ type: "posts", id: idOf("e", number), values }, EDITOR);
}

/** Editors read an entry before editing it. */
async function read({ store }: OpenedSite, number: number): Promise<unknown> {
  const ref = store.entryById(idOf("e", number));
  return ref && store.readEntry(ref);
}

// Takes less than 0.1 ms, so most rounds must come after JIT compilation.
const INDEXED = { rounds: 30, count: 20, clock: "cpu" } as const;
const ASKED = { rounds: 60, count: 40, clock: "cpu" } as const;
const [FIRST, DEEP, EQUAL, RARE, COMMON] = QUESTIONS;

export const OPERATIONS: readonly Operation[] = [
  indexed("list by state, first page", () => LIST),
  indexed("list by state, page from the middle on", async (site) => {
    return { ...LIST, cursor: await site.deepCursor() };
  }),
  indexed("list: search for a word of one entry", (_, number) => {
    return { ...LIST, q: rareWord(number) };
  }),
  indexed("list: search for a word of all entries", () => ({ ...LIST, q: COMMON_WORD })),
  asked("read API: ten entries and how many there are", FIRST),
  asked("read API: ten entries from the middle on", DEEP),
  asked("read API: filter by a text that ten entries have", EQUAL),
  asked("read API: search for a word of one entry", RARE),
  asked("read API: search for a word of all entries", COMMON),
  {
    what: "save an entry",
    rounds: 15,
    count: 10,
    clock: "wall",
    prepare: read,
    run: edit,
  },
  {
    what: "history of an entry",
    rounds: 15,
    count: 5,
    clock: "wall",
    prepare: edit,
    run: async ({ store }, number) => entryTimeline(store, idOf("e", number)),
  },
  {
    what: "follow a save in the index",
    rounds: 15,
    count: 10,
    clock: "wall",
    prepare: edit,
    run: async ({ index }) => index.follow(),
  },
  {
    what: "publish an entry until its files stand, without those of the list",
    rounds: 15,
    count: 4,
    clock: "wall",
    prepare: edit,
    run: async ({ store, publisher }, number) => {
      await publishEntries(store, { entries: [{ id: idOf("e", number) }], ...EDITOR });
      return publisher.follow();
    },
  },
];

function indexed(
  what: string,
  query: (site: OpenedSite, number: number) => ListEntries | Promise<ListEntries>,
): Operation {
  const lists = new WeakMap<OpenedSite, ListEntries>();
  return {
    ...INDEXED,
    what,
    prepare: async (site, number) => lists.set(site, await query(site, number)),
    run: async (site) => site.index.list(lists.get(site)),
  };
}

function asked(what: string, question: (number: number) => string = () => ""): Operation {
  return {
    ...ASKED,
    what,
    run: (site, number) => askQuery(site.tables(), question(number)).body.length,
  };
}
