import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { type Person, type SiteApi, startSiteApi } from "../../server/site-api.fixture.ts";
import { makePost, makeTypes } from "../entries/entries.fixture.ts";

const POSTS = "/types/posts/entries";

const page = z.object({
  entries: z.array(
    z.object({ id: z.string(), title: z.string(), previous: z.string(), commit: z.string() }),
  ),
  cursor: z.string().optional(),
});

let hq: SiteApi;
beforeAll(async () => {
  hq = await startSiteApi();
  await makeTypes(hq);
});
afterAll(async () => hq.close());

async function deleted(query = "", as: Person = "viewer") {
  const answer = await hq.ask("GET", `/deleted${query}`, { as });
  expect(answer.status).toBe(200);
  return page.parse(answer.body);
}

async function titles(query = ""): Promise<string[]> {
  return (await deleted(query)).entries.map(({ title }) => title);
}

test("lists deleted entries with their authors and restores them", async () => {
  expect(await deleted()).toEqual({ entries: [] });
  const one = await makePost(hq, { title: "One", intro: "Kept." }, "one");
  await hq.ask("POST", `${POSTS}/${one.id}/publish`);
  hq.time += 1000;
  await hq.ask("DELETE", `${POSTS}/${one.id}`, { as: "writer" });
  const { body } = await hq.ask("GET", "/deleted", { as: "viewer" });
  expect(body).toEqual({
    entries: [
      {
        id: one.id,
        type: "posts",
        slug: "one",
        title: "One",
        when: "2026-11-20T12:00:01.000Z",
        deletedBy: { name: "writer", email: "writer@example.test" },
        commit: expect.any(String),
        previous: expect.any(String),
      },
    ],
  });
  const [last] = (await deleted()).entries;
  const path = `${POSTS}/${one.id}/restore`;
  const refused = await hq.ask("POST", path, { as: "viewer", body: { commit: last?.previous } });
  expect(refused.status).toBe(403);
  const back = await hq.ask("POST", path, { as: "writer", body: { commit: last?.previous } });
  expect(back).toMatchObject({ status: 200, body: { slug: "one", fields: { intro: "Kept." } } });
  expect(await titles()).toEqual([]);
});

test("paginates deleted entries, newest first, without moved ones", async () => {
  const ids: string[] = [];
  for (const title of ["A", "B", "C", "D"]) ids.push((await makePost(hq, { title })).id);
  const [a, b, c, d = ""] = ids;
  await hq.ask("PATCH", `${POSTS}/${d}`, { body: { slug: "elsewhere", fields: {} } });
  await hq.ask("DELETE", `${POSTS}/${d}`);
  await hq.ask("POST", "/entries/bulk", { body: { action: "delete", entries: [a, b, c] } });
  const first = await deleted("?limit=2");
  const second = await deleted(`?limit=2&cursor=${first.cursor}`);
  expect(first.entries.map(({ title }) => title).toSorted()).toEqual(["A", "B"]);
  expect(second.entries.map(({ title }) => title)).toEqual(["C", "D"]);
  expect(second.cursor).toBeUndefined();
  expect(await titles("?type=posts&limit=1")).toHaveLength(1);
  expect(await titles("?type=home")).toEqual([]);
});

test.each(["", "x", "0.0", `${"a".repeat(40)}.0`])("rejects the cursor %j", async (cursor) => {
  const { status, body } = await hq.ask("GET", `/deleted?cursor=${cursor}x`);
  expect({ status, code: body["code"] }).toEqual({ status: 400, code: "invalid_cursor" });
});

test("reveals nothing to users outside the workspace", async () => {
  expect((await hq.ask("GET", "/deleted", { as: "stranger" })).status).toBe(404);
});
