import { expect, test } from "vitest";
import { z } from "zod";
import { type ManagedHq, startManagedHq } from "../../server/manage-api.fixture.ts";

async function makeSite(hq: ManagedHq): Promise<string> {
  const made = await hq.ask("admin", "POST", "/workspaces/main/sites", { body: { name: "Blog" } });
  return `/sites/${z.object({ id: z.string() }).parse(made.body).id}/settings`;
}

test("routes and the rule for SVG are read and changed one by one", async () => {
  const hq = await startManagedHq();
  const settings = await makeSite(hq);
  expect(await hq.ask("admin", "GET", settings)).toMatchObject({
    status: 200,
    body: { routes: {}, media: { svg: "refuse" } },
  });
  const routes = { blog: "/journal/{slug}/", docs: "/docs/{id}" };
  expect((await hq.ask("admin", "PATCH", settings, { body: { routes } })).body).toEqual({
    routes,
    media: { svg: "refuse" },
  });
  const change = { routes: { docs: null }, media: { svg: "clean" } };
  await hq.ask("admin", "PATCH", settings, { body: change });
  expect((await hq.ask("admin", "GET", settings)).body).toEqual({
    routes: { blog: "/journal/{slug}/" },
    media: { svg: "clean" },
  });
});

test("a route that is no path is refused", async () => {
  const hq = await startManagedHq();
  const settings = await makeSite(hq);
  for (const route of ["//evil.example/{slug}", "blog/{slug}", "/blog/{title}"]) {
    const answer = await hq.ask("admin", "PATCH", settings, { body: { routes: { blog: route } } });
    expect(answer).toMatchObject({ status: 422, body: { code: "invalid_site" } });
  }
  const unknown = await hq.ask("admin", "PATCH", settings, { body: { media: { svg: "draw" } } });
  expect(unknown).toMatchObject({ status: 422, body: { code: "invalid" } });
});
