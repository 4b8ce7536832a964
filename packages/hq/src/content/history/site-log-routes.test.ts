import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { type SiteApi, startSiteApi } from "../../server/site-api.fixture.ts";
import { makePost, makeTypes } from "../entries/entries.fixture.ts";

const ENTRIES = "/types/posts/entries";

let hq: SiteApi;
beforeAll(async () => {
  hq = await startSiteApi();
  await makeTypes(hq);
});
afterAll(async () => hq.close());

const publishesOf = z.array(
  z.object({
    commit: z.string(),
    kind: z.string(),
    entries: z.array(z.object({ slug: z.string() })),
  }),
);

async function log(query = "") {
  const { body } = await hq.ask("GET", `/log${query}`, { as: "viewer" });
  return { publishes: publishesOf.parse(body["publishes"]), cursor: body["cursor"] };
}

test("rolls back the live site to an earlier publish and keeps drafts", async () => {
  const first = await makePost(hq, { title: "First" });
  await hq.ask("POST", `${ENTRIES}/${first.id}/publish`);
  const commit = (await log()).publishes[0]?.commit ?? "";
  hq.time += 1000;
  await hq.ask("PATCH", `${ENTRIES}/${first.id}`, { body: { fields: { title: "Second" } } });
  await hq.ask("POST", `${ENTRIES}/${first.id}/publish`);
  hq.time += 1000;
  const other = await makePost(hq, { title: "Other" });
  await hq.ask("POST", `${ENTRIES}/${other.id}/publish`);

  const page = await log("?limit=2");
  expect(page.publishes.map(({ kind, entries }) => [kind, entries.length])).toEqual([
    ["publish", 1],
    ["publish", 1],
  ]);
  const rest = await log(`?limit=100&cursor=${String(page.cursor)}`);
  expect(rest.publishes[0]?.commit).toBe(commit);
  expect(rest.cursor).toBeUndefined();
  const before = page.publishes.length + rest.publishes.length;

  const rollBackPlan = await hq.ask("GET", `/log/${commit.slice(0, 7)}`, { as: "viewer" });
  const changes = z.array(z.object({ id: z.string() }).loose()).parse(rollBackPlan.body["entries"]);
  expect(changes.toSorted((a, b) => Number(b.id === first.id) - Number(a.id === first.id))).toEqual(
    [
      { id: first.id, type: "posts", kind: "changed", slug: first.slug, draftDeleted: false },
      { id: other.id, type: "posts", kind: "removed", slug: other.slug, draftDeleted: false },
    ],
  );
  const newest = page.publishes[0]?.commit ?? "";
  const compare = (to: string, since: string) =>
    hq.ask("GET", `/log/${to}/changes?since=${since}`, { as: "viewer" });
  expect((await compare(newest, commit)).body).toMatchObject({
    count: 2,
    entries: expect.arrayContaining([
      { id: first.id, type: "posts", kind: "changed", slug: first.slug },
      { id: other.id, type: "posts", kind: "added", slug: other.slug },
    ]),
    files: [],
  });
  expect((await compare(commit, commit)).body).toEqual({ entries: [], count: 0, files: [] });
  expect((await compare(commit, "0".repeat(40))).status).toBe(404);
  for (const as of ["editor", "writer", "viewer"] as const) {
    expect((await hq.ask("POST", "/rollback", { as, body: { commit } })).status).toBe(403);
  }
  expect((await log()).publishes).toHaveLength(before);

  hq.time += 1000;
  const done = await hq.ask("POST", "/rollback", { body: { commit } });
  expect([done.status, done.body]).toEqual([200, rollBackPlan.body]);
  const states = await Promise.all(
    [first, other].map(async ({ id }) => (await hq.ask("GET", `${ENTRIES}/${id}`)).body),
  );
  expect(states).toMatchObject([
    { state: "changed", fields: { title: "Second" } },
    { state: "unpublished", fields: { title: "Other" } },
  ]);
  expect((await log("?limit=1")).publishes[0]?.kind).toBe("rollback");
  const { body } = await hq.ask("GET", "/audit");
  expect(JSON.stringify(body)).toContain("site.rolled-back");
});

test("rejects rolling back to a commit that was never live", async () => {
  const { version } = await makePost(hq, { title: "Draft" });
  for (const commit of [version, "0".repeat(40), "nonsense"]) {
    const answer = await hq.ask("POST", "/rollback", { body: { commit } });
    expect([answer.status, answer.body["code"]]).toEqual([404, "not_found"]);
  }
});
