import { afterAll, beforeAll, expect, test } from "vitest";
import { type SiteApi, startSiteApi } from "../../server/site-api.fixture.ts";
import { makePost, makeTypes } from "../entries/entries.fixture.ts";

let hq: SiteApi;
beforeAll(async () => {
  hq = await startSiteApi();
  await makeTypes(hq);
});
afterAll(async () => hq.close());

const at = (id: string): string => `/types/posts/entries/${id}`;

test("reports publish problems without publishing", async () => {
  const { id } = await makePost(hq, { intro: "No title" }, "no-title");
  const check = await hq.ask("GET", `${at(id)}/validate`, { as: "viewer" });
  expect(check.body).toMatchObject({ problems: [{ path: "title" }] });
  expect(check.body["changes"]).toBeUndefined();
  expect((await hq.ask("GET", at(id))).body["state"]).toBe("draft");
});

test("returns the changes of a publish by field", async () => {
  const { id } = await makePost(hq, { title: "Rain", intro: "It is wet" });
  await hq.ask("POST", `${at(id)}/publish`);
  const same = await hq.ask("GET", `${at(id)}/validate`);
  expect(same.body).toEqual({ problems: [], warnings: [], changes: { system: [], fields: [] } });
  await hq.ask("PATCH", at(id), { body: { fields: { intro: "It is dry" } } });
  const changed = await hq.ask("GET", `${at(id)}/validate`);
  expect(changed.body["changes"]).toMatchObject({
    fields: [{ path: "intro", kind: "changed", before: "It is wet", after: "It is dry" }],
  });
});

test("reverts a draft to the live version in one commit without affecting visitors", async () => {
  const { id } = await makePost(hq, { title: "Kept", price: 1 }, "kept");
  const unpublished = await hq.ask("POST", `${at(id)}/discard`);
  expect(unpublished).toMatchObject({ status: 409, body: { code: "conflict" } });
  await hq.ask("POST", `${at(id)}/publish`);
  const changed = await hq.ask("PATCH", at(id), {
    body: { slug: "moved", fields: { title: "Lost", price: null } },
  });
  expect(changed.body["state"]).toBe("changed");
  const stale = await hq.ask("POST", `${at(id)}/discard`, { ifMatch: "0".repeat(40) });
  expect(stale.status).toBe(412);
  const back = await hq.ask("POST", `${at(id)}/discard`, { ifMatch: changed.etag ?? "" });
  expect(back.body).toMatchObject({
    state: "published",
    slug: "kept",
    fields: { title: "Kept", price: 1 },
  });
});

test("returns the live version as `published`, and nothing for an unpublished entry", async () => {
  const { id } = await makePost(hq, { title: "Live", intro: "As it was" });
  const none = await hq.ask("GET", `${at(id)}/history/published`);
  expect([none.status, none.body["fields"]]).toEqual([404, undefined]);
  await hq.ask("POST", `${at(id)}/publish`);
  await hq.ask("PATCH", at(id), { body: { fields: { intro: "As it will be" } } });
  const live = await hq.ask("GET", `${at(id)}/history/published`, { as: "viewer" });
  expect(live.body).toMatchObject({ fields: { title: "Live", intro: "As it was" } });
});

test.each([
  ["GET", "history/published", "stranger", 404],
  ["GET", "validate", "stranger", 404],
  ["POST", "discard", "viewer", 403],
  ["POST", "discard", "stranger", 404],
] as const)("denies %s %s to a %s", async (method, act, as, status) => {
  const { id } = await makePost(hq, { title: "Guarded" });
  expect((await hq.ask(method, `${at(id)}/${act}`, { as })).status).toBe(status);
});
