import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { makePost, makeTypes } from "../../content/entries/entries.fixture.ts";
import { type ManagedHq, startManagedHq } from "../../server/manage-api.fixture.ts";
import { startSiteApi } from "../../server/site-api.fixture.ts";

async function makeSite(hq: ManagedHq): Promise<string> {
  const created = await hq.ask("admin", "POST", "/workspaces/main/sites", {
    body: { name: "Blog" },
  });
  return `/sites/${z.object({ id: z.string() }).parse(created.body).id}/settings`;
}

test("reads and changes URL paths and the SVG rule individually", async () => {
  const hq = await startManagedHq();
  const settings = await makeSite(hq);
  expect(await hq.ask("admin", "GET", settings)).toMatchObject({
    status: 200,
    body: { routes: {}, paths: {}, media: { svg: "refuse" } },
  });
  const routes = { blog: "/journal/{slug}/", docs: "/docs/{id}" };
  expect((await hq.ask("admin", "PATCH", settings, { body: { routes } })).body).toEqual({
    routes,
    paths: {},
    timeZone: "UTC",
    media: { svg: "refuse" },
  });
  const change = { routes: { docs: null }, media: { svg: "clean" } };
  await hq.ask("admin", "PATCH", settings, { body: change });
  expect((await hq.ask("admin", "GET", settings)).body).toEqual({
    routes: { blog: "/journal/{slug}/" },
    paths: {},
    timeZone: "UTC",
    media: { svg: "clean" },
  });
});

test("accepts the date of an entry in URL paths, and validates the time zone", async () => {
  const hq = await startManagedHq();
  const settings = await makeSite(hq);
  const routes = { blog: "/{year}/{month}/{day}/{slug}/" };
  const timeZone = "Europe/Berlin";
  const changed = await hq.ask("admin", "PATCH", settings, { body: { routes, timeZone } });
  expect(changed).toMatchObject({ status: 200, body: { routes, timeZone } });
  for (const name of ["Nowhere/Land", "+09:00", ""]) {
    const answer = await hq.ask("admin", "PATCH", settings, { body: { timeZone: name } });
    expect(answer).toMatchObject({ status: 422, body: { code: "invalid_site" } });
    expect(JSON.stringify(answer.body)).toContain("must be the name of a time zone");
  }
  const none = await hq.ask("admin", "PATCH", settings, { body: { timeZone: null } });
  expect(none).toMatchObject({ status: 200, body: { routes, timeZone: "UTC" } });
});

test("rejects an invalid URL path", async () => {
  const hq = await startManagedHq();
  const settings = await makeSite(hq);
  for (const route of ["//evil.example/{slug}", "blog/{slug}", "/blog/{title}"]) {
    const answer = await hq.ask("admin", "PATCH", settings, { body: { routes: { blog: route } } });
    expect(answer).toMatchObject({ status: 422, body: { code: "invalid_site" } });
  }
  const unknown = await hq.ask("admin", "PATCH", settings, { body: { media: { svg: "draw" } } });
  expect(unknown).toMatchObject({ status: 422, body: { code: "invalid" } });
});

test("moves the unchanged entries of a type to its new folder", async () => {
  const hq = await startSiteApi();
  onTestFinished(() => hq.close());
  await makeTypes(hq);
  const { id } = await makePost(hq, { title: "Rain" });
  const paths = { posts: "journal" };
  const changed = await hq.ask("PATCH", "/settings", { body: { paths } });
  expect(changed).toMatchObject({ status: 200, body: { paths } });
  const { store } = await hq.services.sites.content(hq.site.id);
  expect(store.entries("posts").map(({ path }) => path)).toEqual([
    expect.stringMatching(/^journal\//),
  ]);
  const listed = await hq.ask("GET", "/types/posts/entries");
  expect(listed.body).toMatchObject({ entries: [{ id, title: "Rain", state: "draft" }] });
  const saved = await hq.ask("PATCH", `/types/posts/entries/${id}`, {
    body: { fields: { title: "Sun" } },
  });
  expect(saved).toMatchObject({ status: 200, body: { fields: { title: "Sun" } } });
  const refused = await hq.ask("PATCH", "/settings", {
    body: { paths: { posts: "content/home" } },
  });
  expect(refused).toMatchObject({ status: 422, body: { code: "invalid_site" } });
  const { status } = await hq.ask("PATCH", "/settings", { as: "editor", body: { paths } });
  expect(status).toBe(403);
});
