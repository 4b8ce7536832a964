import { once } from "node:events";
import { createServer } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connectReadApi } from "../../deliver/read-api/connect-read-api.ts";
import { openReadApi } from "../../deliver/read-api/open-read-api.ts";
import { createReadKey } from "../../people/access/read-keys.ts";
import { limitersInMemory } from "../../platform/limits/rate-limit.ts";
import { type SiteApi, startSiteApi } from "../../server/site-api.fixture.ts";
import { type MadeEntry, makePost, makeTypes } from "./entries.fixture.ts";

let hq: SiteApi;
let post: MadeEntry;
let other: MadeEntry;
/** Queries the read API of the site with an API key. */
let read: (path: string) => Promise<Response>;
let stop: () => Promise<void>;

beforeAll(async () => {
  hq = await startSiteApi();
  await makeTypes(hq);
  other = await makePost(hq, { title: "Other" });
  await hq.ask("POST", `/types/posts/entries/${other.id}/publish`);
  await hq.ask("PATCH", `/types/posts/entries/${other.id}`, { body: { fields: { title: "New" } } });
  post = await makePost(hq, { title: "Post", related: [other.id] });
  await hq.ask("POST", "/types/home/entries", { body: { fields: { title: "Home" } } });
  ({ read, stop } = await serveReads(hq));
});
afterAll(async () => {
  await stop();
  await hq.close();
});

async function serveReads({ services, site }: SiteApi) {
  const { hq: opened, sites, identity, publicStorageUrl, log } = services;
  const { key } = await createReadKey(opened.database, { siteId: site.id, name: "k" });
  const { listen: listener } = openReadApi(
    connectReadApi(opened, {
      sites,
      openLimiter: limitersInMemory({ now: opened.now }),
      sealer: identity.sealer,
      publicStorageUrl,
      baseUrl: "http://hq.test",
      log,
    }),
  );
  const server = createServer((request, response) => {
    if (!listener(request, response)) response.writeHead(500).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return {
    read: (path: string) =>
      fetch(`http://127.0.0.1:${port}/api/public/cms/${site.id}${path}`, {
        headers: { "x-cms-api-key": key, connection: "close" },
      }),
    stop: async () => {
      server.closeAllConnections();
      await server[Symbol.asyncDispose]();
    },
  };
}

async function makeToken(path: string): Promise<string> {
  const created = await hq.ask("POST", `${path}/preview-token`, { as: "writer" });
  expect([created.status, created.body["expiresAt"]]).toEqual([
    201,
    new Date(hq.time + 3_600_000).toISOString(),
  ]);
  return String(created.body["token"]);
}

async function opens(token: string): Promise<boolean> {
  return (await read(`/posts/${post.id}?draftKey=${token}`)).status === 200;
}

describe("a preview token", () => {
  test("shows the draft of its entry and published versions of others", async () => {
    const token = await makeToken(`/types/posts/entries/${post.id}`);
    const path = `/posts/${post.slug}?fields=title,related.title&draftKey=${token}`;
    const response = await read(path);
    expect(await response.json()).toEqual({ title: "Post", related: [{ title: "Other" }] });
    expect(response.headers.get("cache-control")).toBe("private, no-store");
  });

  test("works for an object type", async () => {
    const token = await makeToken("/types/home/entries/home");
    const response = await read(`/home?fields=title&draftKey=${token}`);
    expect(await response.json()).toEqual({ title: "Home" });
  });

  test("gives access to nothing else", async () => {
    const token = await makeToken(`/types/posts/entries/${post.id}`);
    for (const path of ["/posts", `/posts/${other.id}`, "/home", "/posts/nope"]) {
      expect((await read(`${path}?draftKey=${token}`)).status).toBe(401);
    }
  });

  test("is invalid after modification", async () => {
    const token = await makeToken(`/types/posts/entries/${other.id}`);
    const forged = token.replace(other.id, post.id);
    for (const text of [forged, token.slice(0, -2), `${token}.x`, token.replace(/\.[^.]*$/, ".")]) {
      expect((await read(`/posts/${post.id}?draftKey=${text}`)).status).toBe(401);
      expect((await read(`/posts/${other.id}?draftKey=${text}`)).status).toBe(401);
    }
  });

  test("expires after an hour", async () => {
    const token = await makeToken(`/types/posts/entries/${post.id}`);
    const status = async (): Promise<number> =>
      (await read(`/posts/${post.id}?draftKey=${token}`)).status;
    hq.time += 3_599_000;
    expect(await status()).toBe(200);
    hq.time += 1000;
    expect(await status()).toBe(401);
  });

  test("ends with the draft key of the site (PRV-01)", async () => {
    let draftKey = "";
    for (let count = 0; count < 2; count += 1) {
      const token = await makeToken(`/types/posts/entries/${post.id}`);
      expect(await opens(token)).toBe(true);
      const created = await hq.ask("POST", "/draft-key");
      expect([await opens(token), await opens(draftKey || "loam_draft_x")]).toEqual([false, false]);
      draftKey = String(created.body["draftKey"]);
      expect(await opens(draftKey)).toBe(true);
    }
  });

  test("ends when its creator loses write access", async () => {
    const { database } = hq.services.hq;
    const token = await makeToken(`/types/posts/entries/${post.id}`);
    const demoted = { body: { user: "u-writer", role: "view" } };
    const writes = { body: { user: "u-writer", role: "write" } };
    expect((await hq.ask("PUT", "/access", demoted)).status).toBeLessThan(300);
    expect(await opens(token)).toBe(false);
    await hq.ask("PUT", "/access", writes);
    expect(await opens(token)).toBe(true);
    const disable = async (at: string | null) =>
      database.updateTable("users").set({ disabled_at: at }).where("id", "=", "u-writer").execute();
    await disable("2026-11-20T12:00:00.000Z");
    expect(await opens(token)).toBe(false);
    await disable(null);
  });

  test("requires write access and an existing entry", async () => {
    const path = `/types/posts/entries/${post.id}/preview-token`;
    expect((await hq.ask("POST", path, { as: "viewer" })).status).toBe(403);
    expect((await hq.ask("POST", path, { as: "stranger" })).status).toBe(404);
    expect((await hq.ask("POST", "/types/posts/entries/nope/preview-token")).status).toBe(404);
  });
});

const pathOfPost = (): string => `/types/posts/entries/${post.id}`;

/** Requests the page like a frame in the dashboard. */
async function previewPage() {
  const url = `${hq.url}/sites/${hq.site.id}${pathOfPost()}/preview-page`;
  const response = await fetch(url, { headers: hq.headersOf("writer") });
  const policy = response.headers.get("content-security-policy") ?? "";
  return { policy, text: await response.text() };
}

describe("a preview", () => {
  test("shows what publishing would write, without writing", async () => {
    const text = `See [other](entry:${other.id}).\n\n<script>x</script>`;
    await hq.ask("PATCH", pathOfPost(), { body: { fields: { body: text } } });
    const { body } = await hq.ask("GET", `${pathOfPost()}/preview`, { as: "viewer" });
    expect(body).toMatchObject({
      address: expect.stringMatching(`/public/${hq.site.id}/api/posts/${post.slug}.json$`),
      json: { id: post.id, title: "Post", related: [{ id: other.id, title: "Other" }] },
      texts: [{ path: "body", html: expect.stringContaining('<p>See <a href="/posts/other"') }],
    });
    expect(JSON.stringify(body["texts"])).not.toContain("script");
    expect((await hq.ask("GET", pathOfPost())).body).toMatchObject({ state: "draft" });

    await hq.ask("POST", `${pathOfPost()}/publish`);
    const { sites } = hq.services;
    const live = sites.live(hq.site.id).tables.entry(post.id);
    const again = await hq.ask("GET", `${pathOfPost()}/preview`);
    expect(again.body["json"]).toEqual(JSON.parse(live?.json ?? "{}"));
  });

  test("requires read access and an existing entry", async () => {
    expect((await hq.ask("GET", `${pathOfPost()}/preview`, { as: "stranger" })).status).toBe(404);
    expect((await hq.ask("GET", "/types/posts/entries/nope/preview")).status).toBe(404);
  });

  test("allows framing only the site's origin, for users with write access", async () => {
    const page = `${pathOfPost()}/preview-page`;
    expect((await hq.ask("GET", page)).status).toBe(404);
    await hq.ask("PATCH", "", { body: { previewUrl: "https://blog.test/draft?a=1" } });
    const { text, policy } = await previewPage();
    expect(policy).toContain("frame-src https://blog.test;");
    expect(policy).toContain("frame-ancestors 'self'");
    const address = `https://blog.test/draft?a=1&#38;id=${post.id}&#38;slug=${post.slug}`;
    expect(text).toContain(`src="${address}&#38;type=posts&#38;draftKey=loam_prev_`);
    expect((await hq.ask("GET", page, { as: "viewer" })).status).toBe(403);
    const created = await hq.ask("POST", `${pathOfPost()}/preview-token`, { as: "writer" });
    expect(created.body["address"]).toMatch(/^https:\/\/blog\.test\/draft\?a=1&id=.*loam_prev_/);
  });

  test("isolates a site on HQ's own origin", async () => {
    const { baseUrl } = hq.services;
    await hq.ask("PATCH", "", { body: { previewUrl: `${baseUrl}/elsewhere` } });
    const { text } = await previewPage();
    expect(text).toContain('sandbox="allow-scripts');
    expect(text).not.toContain("allow-same-origin");
  });
});
