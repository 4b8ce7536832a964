import { resolve } from "node:path";
import { createManagementClient, type ManagementClient } from "@loam/hq/client";
import { build } from "vite";
import { describe, expect, expectTypeOf, test } from "vitest";
import { type Browser } from "../support/browser/browser.ts";
import { startPeople } from "../support/hq/hq-people.ts";
import { runHq } from "../support/hq/running-hq.ts";
import { serve } from "../support/serve.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

interface Opened {
  readonly client: ManagementClient;
  readonly site: string;
}

/** Creates a site whose owner uses a token with all scopes needed for writing. */
async function openSite(): Promise<Opened> {
  const people = await startPeople({ env: { LOAM_BILLING: "none" } });
  const browser = await people.signedIn();
  const cms = { body: { cms: true } };
  await browser.ask("PUT", "/api/manage/workspaces/main/features", cms);
  const client = createManagementClient({
    baseUrl: people.hq.url,
    token: await makeToken(browser),
  });
  const made = await client.POST("/workspaces/{ws}/sites", {
    params: { path: { ws: "main" } },
    body: { name: "Blog" },
  });
  return { client, site: made.data?.id ?? String(made.error?.detail) };
}

async function makeToken(browser: Browser): Promise<string> {
  const scopes = ["content:read", "content:write", "content:publish", "schema:write"];
  const { body } = await browser.ask("POST", "/api/manage/tokens", {
    body: {
      name: "script",
      scopes: [...scopes, "media:write", "site:admin"],
      expiresAt: "2026-12-01T00:00:00.000Z",
    },
  });
  return String(body["token"]);
}

describe("the management API client", () => {
  test("is described by a document that can only be read", async () => {
    const { url } = await runHq();
    const posted = await fetch(`${url}/api/manage/openapi.json`, { method: "POST" });
    expect([posted.status, posted.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
  });

  test("is small and runs in a browser without server code", async () => {
    const entry = "virtual:entry";
    const built = await build({
      configFile: false,
      logLevel: "silent",
      build: { write: false, target: "es2022", rolldownOptions: { input: entry } },
      plugins: [
        {
          name: "entry",
          resolveId: (id) => (id === entry ? id : undefined),
          load: (id) =>
            id === entry
              ? 'import { createManagementClient } from "@loam/hq/client"; window.hq = createManagementClient({ baseUrl: "" });'
              : undefined,
        },
      ],
      root: resolve(ROOT, "tests"),
    });
    const [chunk] = "output" in built ? built.output : [];
    if (chunk?.type !== "chunk") throw new Error("nothing was built");
    const modules = chunk.moduleIds.map((id) => id.replace(/^.*\/(?=packages|node_modules)/, ""));
    expect(modules.toSorted()).toEqual([
      "node_modules/openapi-fetch/dist/index.mjs",
      "packages/hq/dist/client/management-client.js",
      entry,
    ]);
    expect(Buffer.byteLength(chunk.code)).toBeLessThan(10_000);
  });

  test("creates a type, an image, and an entry, and publishes it", async () => {
    const { client, site } = await openSite();
    const path = { site, api_id: "posts" };
    const type = await client.POST("/sites/{site}/types", {
      params: { path: { site } },
      body: {
        apiId: "posts",
        kind: "list",
        label: "Posts",
        fields: [
          { label: "Title", apiId: "title", type: "text", required: true },
          { label: "Cover", apiId: "cover", type: "media", accept: "image" },
        ],
      },
    });
    expect([type.response.status, type.error]).toEqual([201, undefined]);
    await client.POST("/sites/{site}/types/{api_id}/schema/publish", { params: { path } });
    const media = await client.POST("/sites/{site}/media", {
      params: { path: { site } },
      body: { file: new File([PNG], "rain.png"), alt: "Rain" },
    });
    expect(media.data).toMatchObject({ filename: "rain.png", alt: "Rain", width: 1 });

    const made = await client.POST("/sites/{site}/types/{api_id}/entries", {
      params: { path },
      body: { fields: { title: "Rain", cover: media.data?.id } },
    });
    if (made.error) throw new Error(made.error.detail);
    expectTypeOf(made.data.state).toEqualTypeOf<
      "draft" | "published" | "changed" | "unpublished" | "broken"
    >();
    const { id, version } = made.data;
    const live = await client.POST("/sites/{site}/types/{api_id}/entries/{id}/publish", {
      params: { path: { ...path, id }, header: { "If-Match": `"${version}"` } },
    });
    expect(live.data).toMatchObject({ id, state: "published" });
    const list = await client.GET("/sites/{site}/types/{api_id}/entries", {
      params: { path, query: { state: "published", limit: 1 } },
    });
    expect(list.data?.entries.map((entry) => entry.slug)).toEqual(["rain"]);
    expect(
      (await client.GET("/sites/{site}/export", { params: { path: { site } }, parseAs: "stream" }))
        .response.status,
    ).toBe(200);
  });

  test("returns refusals as problems", async () => {
    const { client, site } = await openSite();
    const { data, error } = await client.POST("/sites/{site}/types", {
      params: { path: { site } },
      body: { apiId: "index", kind: "list", label: "Index", fields: [] },
    });
    expect([data, error]).toMatchObject([undefined, { status: 422, code: "reserved_name" }]);
    expectTypeOf(error?.code).toEqualTypeOf<string | undefined>();
    const nobody = createManagementClient({ baseUrl: "http://127.0.0.1:1" });
    await expect(nobody.GET("/me")).rejects.toThrow("fetch failed");
  });

  test("sends the session's CSRF token with changes", async () => {
    const people = await startPeople();
    const browser = await people.signedIn();
    const cookie = [...browser.cookies].map((pair) => pair.join("=")).join("; ");
    const open = (csrfToken: () => string | undefined): ManagementClient =>
      createManagementClient({
        baseUrl: `${people.hq.url}/`,
        csrfToken,
        fetch: async (request) => {
          // Sent automatically by browsers.
          request.headers.set("cookie", cookie);
          request.headers.set("origin", people.hq.url);
          return fetch(request);
        },
      });
    const renamed = await open(() => browser.csrfToken).PATCH("/me", { body: { name: "Ada L." } });
    expect(renamed.data?.name).toBe("Ada L.");
    const forgotten = await open(() => undefined).PATCH("/me", { body: { name: "Eve" } });
    expect(forgotten.error?.code).toBe("forbidden");
  });

  test.for([
    ["a page of a proxy", 502, "<h1>Bad Gateway</h1>", "text/html"],
    ["nothing at all", 503, "", "text/plain"],
    ["JSON of something else", 500, '{"error":"no"}', "application/json"],
  ] as const)("also converts %s to a problem", async ([, status, text, type]) => {
    const url = await serve((_, response) => {
      response.writeHead(status, { "Content-Type": type, "Content-Length": text.length }).end(text);
    });
    const { data, error } = await createManagementClient({ baseUrl: url.href }).GET("/me");
    expect([data, error]).toMatchObject([undefined, { status, code: "unexpected_answer" }]);
  });

  test.for(["", ".", ".."])("refuses names that would change a path: %j", async (id) => {
    const client = createManagementClient({
      baseUrl: "http://hq.test",
      fetch: () => Promise.reject(new Error("was asked")),
    });
    const params = { path: { site: "s", id } };
    await expect(client.DELETE("/sites/{site}/media/{id}", { params })).rejects.toThrow(TypeError);
  });
});
