import {
  advanceToCommit,
  createLiveTables,
  type LiveSite,
  type LiveTables,
  loadLiveSite,
  PUBLISHED_REF,
  unpublishEntries,
} from "@loam/cms-core/publish";
import { answerList, parseListQuery, parseQueryString } from "@loam/cms-core/query";
import { beforeEach, describe, expect, test } from "vitest";
import { ACTOR, type Blog, createBlog, PUBLIC_URL, publish } from "../../support/site/blog-site.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

let blog: Blog;
let ada: string;
let posts: string[];
beforeEach(async () => {
  blog = await createBlog(await temporaryFolder("tables"));
  ada = (await blog.save("people", "ada", { name: "Ada" })).id;
  posts = [];
  for (const title of ["One", "Two", "Three"]) {
    const values = { title, author: { id: ada }, related: posts.map((id) => ({ id })) };
    posts.push((await blog.save("posts", title.toLowerCase(), values)).id);
  }
  await publish(blog, ada, ...posts);
});

async function liveSite(before?: LiveSite): Promise<LiveSite> {
  const { repository } = blog.store;
  const commit = (await repository.resolveRef(PUBLISHED_REF)) ?? "";
  if (before === undefined) return loadLiveSite(repository, { publicUrl: PUBLIC_URL, commit });
  return (await advanceToCommit(repository, before, commit)).live;
}

function ask(tables: LiveTables, query: string): string {
  const [table, fields] = [tables.table("posts"), tables.fieldsOf("posts")];
  if (table === undefined || fields === undefined) throw new Error("there are posts");
  const schema = { fields, fieldsOf: tables.fieldsOf };
  const parsed = parseListQuery(parseQueryString(query), schema);
  return answerList(table, { query: parsed, site: tables }).body.toString();
}

const QUERIES = [
  "",
  "depth=0",
  "depth=2",
  "depth=3&fields=title,related.author.name",
  "orders=-title",
  "filters=author[equals]ada",
  "filters=author.name[begins_with]Ad",
  "filters=related[exists][and]title[not_equals]Two",
  "q=t",
];

const answers = (tables: LiveTables): string[] => QUERIES.map((query) => ask(tables, query));

describe("tables of live sites", () => {
  const changes: Record<string, () => Promise<unknown>> = {
    "an entry changes": async () => {
      await blog.save("posts", "two", { title: "Zwei" }, posts[1]);
      await publish(blog, posts[1] ?? "");
    },
    "what entries refer to changes": async () => {
      await blog.save("people", "ada", { name: "Augusta" }, ada);
      await publish(blog, ada);
    },
    "an entry is withdrawn": () =>
      unpublishEntries(blog.store, { ids: posts.slice(1, 2), actor: ACTOR }),
    "what entries refer to is withdrawn": () =>
      unpublishEntries(blog.store, { ids: [ada], actor: ACTOR }),
    "an entry comes to it": async () => {
      await publish(blog, (await blog.save("posts", "four", { title: "Four" })).id);
    },
  };

  test.for(Object.keys(changes))("give the same results as new ones after %s", async (name) => {
    const tablesOf = createLiveTables();
    const before = await liveSite();
    const old = answers(tablesOf(before));

    await changes[name]?.();
    const after = await liveSite(before);
    const tables = tablesOf(after);
    expect(answers(tables)).toEqual(answers(createLiveTables()(after)));
    expect(answers(tables)).not.toEqual(old);
    expect(answers(tablesOf(before))).toEqual(old);
  });

  test("contain published JSON byte for byte with one level of references", async () => {
    const live = await liveSite();
    const { entries = [] } = live.types.get("posts") ?? {};
    const contents = entries.map(({ json }) => json).join(",");
    expect(ask(createLiveTables()(live), "")).toBe(
      `{"contents":[${contents}],"totalCount":3,"offset":0,"limit":10}`,
    );
  });

  test("reuse parsed entries that stayed", async () => {
    const tablesOf = createLiveTables();
    const before = await liveSite();
    answers(tablesOf(before));
    await changes["an entry changes"]?.();
    const after = await liveSite(before);
    const known = tablesOf(before).table("posts")?.rows ?? [];
    const stayed = tablesOf(after)
      .table("posts")
      ?.rows.filter((row) => known.includes(row));
    expect(stayed).not.toEqual([]);
    expect(tablesOf(after)).toBe(tablesOf(after));
  });

  test("contain no drafts", async () => {
    await blog.save("posts", "two", { title: "Secret" }, posts[1]);
    await blog.save("posts", "secret", { title: "Secret" });
    const tables = createLiveTables()(await liveSite());
    expect(ask(tables, "q=secret")).toContain('"totalCount":0');
    expect(ask(tables, "filters=title[equals]Secret[or]slug[equals]secret")).toContain(
      '"totalCount":0',
    );
  });
});
