import {
  answerEntry,
  answerList,
  createQueryTable,
  makeQuerySite,
  parseEntryQuery,
  parseListQuery,
  parseQueryString,
  type QueryEntry,
  type QueryField,
  type QuerySite,
} from "@loam/cms-core/query";
import type { JsonEntry } from "../support/properties/naive-filter.ts";
import { textOf } from "../support/properties/naive-filter.ts";
import type { BenchRow } from "./bench-row.ts";
import {
  CATEGORIES,
  createRandom,
  makePeople,
  makePosts,
  readWords,
  pickWord,
  type Random,
} from "./support/query-posts.ts";

const ENTRIES = 10_000;
const MEASURE_MS = 1500;
const WARM_UP = 200;
const TIMES_BEST = 5;

const field = (
  apiId: string,
  type: QueryField["type"],
  more: Partial<QueryField> = {},
): QueryField => ({ apiId, type, multiple: false, ...more });

const POST_FIELDS = [
  field("title", "text"),
  field("category", "select"),
  field("price", "number"),
  field("day", "date"),
  field("featured", "boolean"),
  field("author", "reference", { to: ["people"] }),
  field("body", "richtext"),
];
const FIELDS = new Map([
  ["posts", POST_FIELDS],
  ["people", [field("name", "text"), field("bio", "textarea")]],
]);
const SCHEMA = { fields: POST_FIELDS, fieldsOf: (apiId: string) => FIELDS.get(apiId) };

/** A query that was never sent before. */
interface Question {
  readonly what: string;
  /** Responses per second of the best of Payload, Strapi, and Directus with the same entries. */
  readonly best: number;
  readonly query: () => string;
}

/** Measures complete responses, from the query text to the body bytes, in one process. */
export function run(): Promise<readonly BenchRow[]> {
  const random = createRandom(7);
  const words = readWords();
  const site = makeSite(words, random);
  const rows = questions(words, random).map((question) => measure(question, site));
  return Promise.resolve([...rows, measureSingle(site, random)]);
}

function makeSite(words: readonly string[], random: Random): QuerySite {
  const people = makePeople(words, random);
  const posts = makePosts(ENTRIES, { words, random, people });
  const tables = Object.entries({ posts, people }).map(([apiId, entries]) => {
    const rows = entries.map((entry) => rowOf(apiId, entry));
    return [apiId, createQueryTable(rows, { fields: FIELDS.get(apiId) ?? [] })] as const;
  });
  return makeQuerySite(new Map(tables), { jsonDepth: 1 });
}

function rowOf(type: string, entry: JsonEntry): QueryEntry {
  const [id, slug] = [textOf(entry["id"]), textOf(entry["slug"])];
  return { type, id, slug, json: JSON.stringify(entry) };
}

function questions(words: readonly string[], random: Random): readonly Question[] {
  const word = (): string => pickWord(words, random);
  return [
    {
      what: "list: ten entries and how many there are",
      best: 651,
      query: () => `limit=10&depth=0&offset=${random(9000)}`,
    },
    {
      what: "filter: category equals and title contains",
      best: 202,
      query: () =>
        `filters=category[equals]Category ${random(CATEGORIES)}[and]title[contains]${word()}`,
    },
    {
      what: "deep: a hundred entries from about the 9,000th on",
      best: 269,
      query: () => `limit=100&offset=${8900 + random(1000)}`,
    },
    {
      what: "search: one or two words anywhere",
      best: 39.5,
      query: () => `q=${searched(word, random)}`,
    },
    {
      what: "expand: ten entries with their authors",
      best: 584,
      query: () => `limit=10&depth=1&offset=${random(9000)}`,
    },
    {
      what: "sort: filtered by one field and sorted by another",
      best: 202,
      query: () =>
        `orders=-price&filters=day[greater_than]${2016 + random(9)}-0${1 + random(9)}&offset=${random(500)}`,
    },
  ];
}

function searched(word: () => string, random: Random): string {
  return random(2) === 0 ? word() : `${word()} ${word()}`;
}

function measure({ what, best, query }: Question, site: QuerySite): BenchRow {
  const table = site.table("posts");
  if (table === undefined) throw new Error("there are posts");
  return rowFor(what, best, () => {
    const asked = parseListQuery(parseQueryString(query()), SCHEMA);
    return answerList(table, { query: asked, site }).body.length;
  });
}

function measureSingle(site: QuerySite, random: Random): BenchRow {
  return rowFor("single: one entry by its slug", 1130, () => {
    const entry = site.find("posts", `post-a-${random(ENTRIES)}`);
    if (entry === undefined) throw new Error("every number has a post");
    const query = parseEntryQuery(parseQueryString(""));
    return answerEntry(entry, { query, site }).body.length;
  });
}

/** Measures responses per second of CPU time, so that other load isn't counted. */
function rowFor(what: string, best: number, ask: () => number): BenchRow {
  for (let count = 0; count < WARM_UP; count += 1) ask();
  const began = process.cpuUsage();
  const until = performance.now() + MEASURE_MS;
  let answers = 0;
  while (performance.now() < until) {
    ask();
    answers += 1;
  }
  const { user, system } = process.cpuUsage(began);
  const value = (answers * 1_000_000) / (user + system);
  const ratio = value / best;
  return {
    what: `${what}; floor: the best peer`,
    value,
    unit: "answers/s",
    floor: best,
    ratio,
    target: `≥ ${TIMES_BEST} × the best peer`,
    met: ratio >= TIMES_BEST,
  };
}
