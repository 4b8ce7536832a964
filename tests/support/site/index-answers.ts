import {
  type ContentIndex,
  ENTRY_ORDERS,
  type EntryPage,
  type ListEntries,
} from "@loam/cms-core/find";

const STATES = ["draft", "published", "changed", "unpublished", "broken", "scheduled"] as const;
/** Returns all pages of a list, so that cursors are compared as well. */
export async function allPages(
  index: ContentIndex,
  query: ListEntries,
): Promise<readonly EntryPage[]> {
  const pages: EntryPage[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await index.list({ ...query, ...(cursor === undefined ? {} : { cursor }) });
    pages.push(page);
    cursor = page.cursor;
    if (cursor === undefined) return pages;
  }
}

export interface AskedOf {
  /** Ids of entries and media records to query. */
  readonly ids: readonly string[];
  readonly searches: readonly string[];
  readonly times: readonly Date[];
}

/** Returns an index's results for all possible queries. */
export async function allAnswers(
  index: ContentIndex,
  { ids, searches, times }: AskedOf,
): Promise<Readonly<Record<string, unknown>>> {
  const answers: Record<string, unknown> = {
    heads: index.heads(),
    types: await index.types(),
    authors: await index.authors(),
    media: await index.media({ limit: 100 }),
    unused: await index.media({ unused: true, limit: 100 }),
  };
  for (const orderBy of ENTRY_ORDERS) {
    answers[`list ${orderBy}`] = await allPages(index, { orderBy, limit: 3 });
  }
  for (const type of [undefined, "posts", "people", "home", "gone"]) {
    const of = type === undefined ? {} : { type };
    for (const state of STATES) {
      answers[`${type} ${state}`] = await allPages(index, { ...of, state, limit: 2 });
    }
    for (const q of searches) {
      answers[`${type} ${q}`] = await allPages(index, { ...of, q, limit: 2, orderBy: "title" });
    }
    if (type === "posts") {
      const filters = "title[contains]o[or]publishedAt[exists]";
      answers["filtered"] = await allPages(index, { type, filters, orderBy: "fields.title" });
    }
    if (type !== undefined) answers[`versions ${type}`] = await index.versions(type);
  }
  for (const id of ids) {
    answers[`find ${id}`] = await index.find(id);
    answers[`links ${id}`] = await index.linksTo(id);
    answers[`refers to ${id}`] = await allPages(index, { refersTo: id, limit: 2 });
    answers[`media ${id}`] = await index.media({ q: id });
  }
  for (const time of times) {
    answers[`due ${time.toISOString()}`] = await index.dueSchedules(time);
    answers[`next ${time.toISOString()}`] = await index.nextDue(time);
  }
  return answers;
}
