import { afterAll, beforeAll, expect, test } from "vitest";
import { type SiteApi, startSiteApi } from "../../server/site-api.fixture.ts";
import { makePost, makeTypes } from "./entries.fixture.ts";

let hq: SiteApi;
beforeAll(async () => {
  hq = await startSiteApi();
  await makeTypes(hq);
});
afterAll(async () => hq.close());

test("previews, checks, edits, and reverts an entry by id", async () => {
  const { id, version } = await makePost(hq, { title: "Rain" });
  await hq.ask("POST", `/types/posts/entries/${id}/publish`);
  for (const part of ["preview", "validate"]) {
    const byId = await hq.ask("GET", `/entries/${id}/${part}`, { as: "viewer" });
    expect(byId.status).toBe(200);
    const byType = await hq.ask("GET", `/types/posts/entries/${id}/${part}`, { as: "viewer" });
    expect(byId.body).toEqual(byType.body);
  }
  const copy = `/entries/${id}/working-copy`;
  const typed = { base: version, fields: { title: "Rai" } };
  expect((await hq.ask("PUT", copy, { body: typed })).body).toMatchObject({ id, type: "posts" });
  expect((await hq.ask("GET", copy)).body["workingCopy"]).toMatchObject(typed);
  expect((await hq.ask("DELETE", copy)).status).toBe(204);
  await hq.ask("PATCH", `/types/posts/entries/${id}`, { body: { fields: { title: "Snow" } } });
  const back = await hq.ask("POST", `/entries/${id}/discard`);
  expect(back.body).toMatchObject({ id, state: "published", fields: { title: "Rain" } });
});

test("reveals no entries to users without access to the site", async () => {
  const { id } = await makePost(hq, { title: "Secret" });
  for (const one of [id, "e".repeat(20)]) {
    const { status } = await hq.ask("GET", `/entries/${one}/preview`, { as: "stranger" });
    expect(status).toBe(404);
  }
  const missing = await hq.ask("GET", `/entries/${"e".repeat(20)}/preview`);
  expect(missing).toMatchObject({ status: 404, body: { code: "content_not_found" } });
  const denied = await hq.ask("POST", `/entries/${id}/discard`, { as: "viewer" });
  expect(denied.status).toBe(403);
});
