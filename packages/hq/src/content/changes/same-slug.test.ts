import { expect, test } from "vitest";
import type { SiteApi } from "../../server/site-api.fixture.ts";
import { openSite, POSTS } from "./changes.fixture.ts";

/** Opens a change request that adds a post with the slug `same`. */
async function proposeSame(hq: SiteApi, title: string): Promise<number> {
  const { body } = await hq.ask("POST", "/changes", { as: "writer", body: { title } });
  const number = Number(body["number"]);
  const entry = { slug: "same", fields: { title } };
  await hq.ask("POST", `/changes/${number}${POSTS}`, { as: "writer", body: entry });
  return number;
}

async function mergeOf(hq: SiteApi, number: number): Promise<Record<string, unknown>> {
  return Object((await hq.ask("GET", `/changes/${number}`)).body["merge"]);
}

test("merges the second of two entries with the same slug under another slug", async () => {
  const hq = await openSite();
  const [first, second] = [await proposeSame(hq, "First"), await proposeSame(hq, "Second")];
  expect((await hq.ask("POST", `/changes/${first}/merge`)).status).toBe(200);
  const merge = await mergeOf(hq, second);
  expect(merge).toMatchObject({
    possible: false,
    blockedBy: ["conflicts"],
    conflicts: [{ path: "slug", suggestedSlug: "same-2", file: expect.stringContaining("same") }],
  });
  const file = String(Object([merge["conflicts"]].flat()[0])["file"]);
  const decide = async (slug: string) => {
    const body = { decisions: [{ file, path: "slug", slug }] };
    return hq.ask("POST", `/changes/${second}/update`, { body });
  };
  expect((await decide("Not a slug")).body).toMatchObject({ code: "invalid_slug" });
  expect((await decide("same")).body).toMatchObject({ code: "slug_taken" });
  expect((await decide("same-2")).status).toBe(200);
  expect(await mergeOf(hq, second)).toMatchObject({ possible: true, conflicts: [] });
  expect((await hq.ask("POST", `/changes/${second}/merge`)).status).toBe(200);
  for (const [slug, title] of [
    ["same", "First"],
    ["same-2", "Second"],
  ]) {
    const { body } = await hq.ask("GET", `${POSTS}/${slug}`);
    expect(body).toMatchObject({ slug, fields: { title } });
  }
});

test("keeps the slug of an entry on main", async () => {
  const hq = await openSite();
  const body = { slug: "same-2", fields: { title: "Stands there" } };
  await hq.ask("POST", POSTS, { body });
  const [first, second] = [await proposeSame(hq, "First"), await proposeSame(hq, "Second")];
  await hq.ask("POST", `/changes/${first}/merge`);
  const { conflicts } = await mergeOf(hq, second);
  expect(conflicts).toMatchObject([{ suggestedSlug: "same-3" }]);
});
