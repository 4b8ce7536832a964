import { afterAll, beforeAll, expect, test } from "vitest";
import { type SiteApi, startSiteApi } from "../../server/site-api.fixture.ts";
import { makePost, makeTypes } from "./entries.fixture.ts";

const POSTS = "/types/posts/entries";

let hq: SiteApi;
beforeAll(async () => {
  hq = await startSiteApi();
  await makeTypes(hq);
});
afterAll(async () => hq.close());

async function order(): Promise<string> {
  const { body } = await hq.ask("GET", POSTS);
  const entries = body["entries"];
  return Array.isArray(entries) ? entries.map(({ title }) => String(title)).join("") : "";
}

async function move(id: string, body: unknown) {
  return hq.ask("POST", `${POSTS}/${id}/move`, { as: "writer", body });
}

test("moves entries on the live site immediately with few writes", async () => {
  const ids = new Map<string, string>();
  for (const title of ["d", "c", "b", "a"]) {
    hq.time += 1000;
    ids.set(title, (await makePost(hq, { title })).id);
  }
  const id = (title: string) => ids.get(title) ?? "";
  expect(await order()).toBe("abcd");
  for (const title of ["d", "c", "b", "a"]) {
    hq.time += 1000;
    await hq.ask("POST", `${POSTS}/${id(title)}/publish`);
  }
  const live = () => hq.services.sites.live(hq.site.id);
  const liveOrder = () =>
    live()
      .types.get("posts")
      ?.entries.map(({ slug }) => slug)
      .join("");
  expect([await order(), liveOrder()]).toEqual(["abcd", "abcd"]);

  expect((await move(id("d"), { before: id("a") })).body).toMatchObject({
    sortOrder: -1024,
    state: "published",
    live: { version: 1 },
  });
  expect([await order(), liveOrder()]).toEqual(["dabc", "dabc"]);
  await move(id("d"), { direction: "down" });
  expect([await order(), liveOrder()]).toEqual(["adbc", "adbc"]);
  await move(id("c"), { direction: "up" });
  expect([await order(), liveOrder()]).toEqual(["adcb", "adcb"]);
  await move(id("a"), { before: null });
  expect([await order(), liveOrder()]).toEqual(["dcba", "dcba"]);

  const { store } = await hq.services.sites.content(hq.site.id);
  const [head, commit] = [store.head(), live().commit];
  await move(id("d"), { direction: "up" });
  await move(id("a"), { direction: "down" });
  expect([store.head(), live().commit]).toEqual([head, commit]);

  const answers = await Promise.all([
    move(id("a"), { direction: "up" }),
    move(id("d"), { before: null }),
    move(id("c"), { before: id("b") }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(liveOrder()).toBe(await order());

  expect((await move(id("a"), { before: "eaaaaaaaaaaaaaaaaaaa" })).status).toBe(404);
  expect((await move(id("a"), { direction: "sideways" })).status).toBe(422);
  await hq.ask("POST", "/types/home/entries", { body: { fields: { title: "Home" } } });
  const home = await hq.ask("POST", "/types/home/entries/home/move", { body: { before: null } });
  expect(home.status).toBe(422);
});

test("duplicates an entry as a draft with its own slug", async () => {
  const fields = { title: "Twin", faq: [{ id: "r1", question: "Why?" }] };
  const { id } = await makePost(hq, fields, "original");
  await hq.ask("POST", `${POSTS}/${id}/publish`);
  const created = await hq.ask("POST", `${POSTS}/${id}/duplicate`, { as: "writer" });
  expect(created).toMatchObject({ status: 201, body: { slug: "twin", state: "draft", fields } });
  expect(created.body["id"]).not.toBe(id);
  expect((await hq.ask("POST", `/types/home/entries/home/duplicate`)).status).toBe(409);
});
