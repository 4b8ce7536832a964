import { expect, onTestFinished, test } from "vitest";
import { serve } from "../../../../../tests/support/serve.ts";
import { regenerateDraftKey } from "../../people/access/draft-key.ts";
import { createReadKey } from "../../people/access/read-keys.ts";
import { startSiteApi } from "../../server/site-api.fixture.ts";

const TYPE = {
  apiId: "posts",
  label: "Posts",
  kind: "list",
  fields: [{ id: "title", apiId: "title", label: "Title", type: "text" }],
} as const;
const POSTS = "/types/posts/entries";

async function start() {
  const hq = await startSiteApi({ LOAM_BILLING: "none" });
  onTestFinished(() => hq.close());
  await hq.ask("POST", "/types", { body: TYPE });
  await hq.ask("POST", "/types/posts/schema/publish");
  await hq.ask("POST", POSTS, { body: { slug: "first", fields: { title: "First" } } });
  const { database } = hq.services.hq;
  const { key } = await createReadKey(database, { siteId: hq.site.id, name: "k" });
  const { draftKey } = await regenerateDraftKey(database, hq.site.id, hq.services.hq);
  const { listen } = hq.services.readApi;
  const { origin } = await serve((request, response) => {
    if (!listen(request, response)) response.writeHead(500).end();
  });
  const read = async (path: string): Promise<{ status: number; body: Record<string, unknown> }> => {
    const url = `${origin}/api/public/cms/${hq.site.id}${path}`;
    const answer = await fetch(url, { headers: { "X-CMS-API-KEY": key } });
    return { status: answer.status, body: Object(await answer.json()) };
  };
  return { hq, read, draftKey };
}

test("reports that publishing is off, but returns drafts", async () => {
  const { hq, read, draftKey } = await start();
  await hq.ask("PUT", "/publishing", { body: { enabled: false } });
  await hq.ask("POST", `${POSTS}/first/publish`);
  for (const path of ["/posts", "/posts/first", "", "/nothing"]) {
    const { status, body } = await read(path);
    expect([path, status, body["code"]]).toEqual([path, 404, "publishing_off"]);
    expect(body["message"]).toContain("Publishing is turned off");
  }
  expect((await read(`/posts?draftKey=${draftKey}`)).body).toMatchObject({ totalCount: 1 });
  await hq.ask("PUT", "/publishing", { body: { enabled: true } });
  expect((await read("/posts")).body).toMatchObject({ totalCount: 1 });
  expect((await read("/nothing")).body["code"]).toBe("content_type_not_found");
  await hq.ask("PUT", "/publishing", { body: { enabled: false } });
  expect((await read("/posts")).body["code"]).toBe("publishing_off");
});
