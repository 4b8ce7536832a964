import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makePreviewToken } from "../../packages/hq/src/people/access/preview-token.ts";
import { openSealer } from "../../packages/hq/src/platform/secrets/open-sealer.ts";
import { type LoamProject, loamProject } from "../support/astro/loam-project.ts";
import { type ReadApiSite, startReadApiSite } from "../support/hq/read-api-site.ts";

const LIVE_CONFIG = `import { loamLiveCollections } from "@loam/astro/live";
export const collections = { ...(await loamLiveCollections()) };`;

const PAGE = `---
import { getLiveEntry, render } from "astro:content";
import { editable, isPreview } from "@loam/astro/preview";
export const prerender = false;
const { entry, error, cacheHint } = await getLiveEntry("live_posts", Astro.params.slug);
if (error) return new Response(error.name + " " + (error.code ?? ""), { status: 404 });
const { data } = entry;
const { entry: author } = data.author?.collection ? await getLiveEntry(data.author.collection, data.author.id) : {};
const { Content } = await render(entry);
---
<html lang="en"><head><title>t</title></head><body>
<h1 {...editable(entry, "title")}>{data.title}</h1><p id="author">{author?.data.title}</p><Content />
<i id="hint">{JSON.stringify(cacheHint)}</i>{isPreview() && <b>preview</b>}
</body></html>`;

const FIND = `import { getLiveCollection } from "astro:content";
export const prerender = false;
export const GET = async ({ url }) => {
  const filter = JSON.parse(url.searchParams.get("filter") ?? "{}");
  const { entries, error } = await getLiveCollection("live_posts", filter);
  return Response.json(error ? { code: error.code, details: error.details } : entries.map(({ id, data }) => [id, data.title]));
};`;

/** Prerendered, with the props from `getStaticPaths`. */
const PERSON = `---
import { loamPaths, render } from "loam:content";
import { editable } from "@loam/astro/preview";
export const getStaticPaths = () => loamPaths("people");
const { entry } = Astro.props;
const { Content } = await render(entry);
---
<html><head><title>t</title><style>h1 { color: teal; }</style></head><body><h1 {...editable(entry, "title")}>{entry.data.title}</h1><Content /></body></html>`;

const ABOUT = `---
import { getEntry } from "astro:content";
import { PreviewBar } from "@loam/astro/components";
import { editable } from "@loam/astro/preview";
const post = await getEntry("posts", "one");
---
<html><head><title>t</title></head><body><h1 {...editable(post, "title")}>About</h1><PreviewBar /></body></html>`;

let site: ReadApiSite;
let url: string;
let project: LoamProject;
const ends: (() => Promise<void>)[] = [];

beforeAll(async () => {
  site = await startReadApiSite({
    LOAM_ADMIN_EMAIL: "ada@example.test",
    LOAM_ADMIN_PASSWORD: "correct horse battery",
  });
  ends.push(() => site.close());
  const mara = await site.save("people", "mara", { title: "Mara" });
  const one = await site.save("posts", "one", { title: "One", rating: 3, author: { id: mara } });
  const two = await site.save("posts", "two", { title: "Two (2)", rating: 5, body: "**Strong**" });
  await site.publish(mara, one, two);
  const hq = `{ baseUrl: "${site.running.url}", siteId: "${site.siteId}" }`;
  const files = `{ kind: "files", url: "${site.running.url}/public/${site.siteId}" }`;
  project = await loamProject(
    {
      options: `{ source: ${files}, hq: ${hq}, routes: { posts: "/live/{slug}" } }`,
      config: `adapter: (await import("${import.meta.resolve("@astrojs/node")}")).default({ mode: "standalone" })`,
      files: {
        "src/live.config.ts": LIVE_CONFIG,
        "src/pages/live/[slug].astro": PAGE,
        "src/pages/find.json.ts": FIND,
        "src/pages/about.astro": ABOUT,
        "src/pages/people/[slug].astro": PERSON,
      },
    },
    (remove) => void ends.unshift(remove),
  );
  const { code, output } = await project.run("build");
  if (code !== 0) throw new Error(output);
  const server = await project.serve({
    CMS_READ_KEY: site.key,
    CMS_PREVIEW_SECRET: "0123456789abcdef0123",
  });
  ends.unshift(() => server.stop());
  ({ url } = server);
});
afterAll(async () => {
  for (const end of ends) await end();
});

/** Creates a preview token like HQ does. */
async function tokenOf(opens: { entryId: string } | { branch: string }): Promise<string> {
  const { database, now, paths } = site.running.hq;
  const [user] = await database.selectFrom("users").select("id").execute();
  const deps = { database, now, sealer: openSealer([], paths.secretKey) };
  const previewed = { siteId: site.siteId, opens, userId: user?.id ?? "" };
  return (await makePreviewToken(previewed, deps)).token;
}

const page = async (path: string, headers: Record<string, string> = {}): Promise<string> =>
  (await fetch(`${url}${path}`, { headers })).text();
const find = async (filter: object): Promise<unknown> =>
  JSON.parse(await page(`/find.json?filter=${encodeURIComponent(JSON.stringify(filter))}`));

describe("a page rendered on demand", () => {
  test("shows live content with its dependencies and no drafts", async () => {
    const html = await page("/live/one");
    expect(html).toContain("<h1>One</h1>");
    expect(html).toContain('<p id="author">Mara</p>');
    expect(html).toContain("loam:");
    expect(html).not.toMatch(/preview|data-loam/);
    expect(await page("/live/two")).toContain("<strong>Strong</strong>");

    const id = await site.save("posts", "one", { title: "One, again" });
    expect(await page("/live/one")).toContain("<h1>One</h1>");
    await site.publish(id);
    expect(await page("/live/one")).toContain("<h1>One, again</h1>");
  });

  test("returns 404 for missing entries and passes filters to the read API", async () => {
    expect(await page("/live/none")).toContain("LiveEntryNotFoundError");
    expect(await find({ where: { title: "Two (2)" } })).toEqual([["two", "Two (2)"]]);
    expect(await find({ where: { rating: { greaterThan: 4 }, body: { exists: true } } })).toEqual([
      ["two", "Two (2)"],
    ]);
    expect(await find({ orders: "-title", limit: 1 })).toEqual([["two", "Two (2)"]]);
    expect(await find({ filters: "rating[equals]9[or]slug[equals]one", where: {} })).toHaveLength(
      1,
    );
    expect(await find({ where: { titel: "x" } })).toMatchObject({
      code: "unknown_field",
      details: { field: "titel", allowed: expect.arrayContaining(["title"]) },
    });
    expect(await find({ wher: 1 })).toMatchObject({ code: "invalid_filters" });
  });
});

/** Requests a page like a browser, with the cookie it received. */
async function enter(
  query: Record<string, string>,
): Promise<{ to: string; cookie: string; status: number; text: string }> {
  const address = new URL("/_loam/preview", url);
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
  const response = await fetch(address, { redirect: "manual" });
  expect(response.headers.get("cache-control")).toBe("private, no-store");
  const cookie = response.headers.get("set-cookie")?.split(";")[0] ?? "";
  return {
    to: response.headers.get("location") ?? "",
    cookie,
    status: response.status,
    text: await response.text(),
  };
}

describe("a preview", () => {
  test("shows a draft of one entry only to visitors with HQ's link", async () => {
    const id = await site.save("posts", "two", { title: "Two, as a draft" });
    await site.save("posts", "one", { title: "Another draft" });
    const draftKey = await tokenOf({ entryId: id });
    const query = { id, slug: "two", type: "posts", draftKey };
    const { to, cookie, status } = await enter(query);

    expect({ to, status }).toEqual({ to: "/live/two", status: 303 });
    expect(cookie).not.toContain(draftKey);
    const response = await fetch(`${url}${to}`, { headers: { cookie } });
    const html = await response.text();
    expect(html).toContain('<h1 data-loam-field="title">Two, as a draft</h1>');
    expect(html).toContain("<b>preview</b>");
    expect(html).toContain(
      `data-edit="${site.running.url}/sites/${site.siteId}/entries/posts/${id}"`,
    );
    expect(html).not.toContain(draftKey);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "cache-control": "private, no-store",
      "x-robots-tag": "noindex",
      "content-security-policy": `frame-ancestors 'self' ${site.running.url}`,
    });
    // The token only applies to that entry; all others are as published.
    expect(await page("/live/one", { cookie })).toContain("<h1>One, again</h1>");
    expect(await page("/find.json", { cookie })).toContain('["two","Two, as a draft"]');
    expect(await page(to)).toContain("<h1>Two (2)</h1>");
    const [text, signature] = cookie.split(".");
    const forged = { cookie: `${text}x.${signature}` };
    expect(await page(to, forged)).toContain("<h1>Two (2)</h1>");
    expect(await page("/_loam/preview/script.js")).toContain("loam-preview-bar");
  });

  test("of a change request shows its whole branch and new entries", async () => {
    const { repository } = site.store;
    const head = await repository.resolveRef("refs/heads/main");
    const fresh = await site.save("posts", "fresh", { title: "Never published" });
    const draftKey = await tokenOf({ branch: "refs/heads/main" });
    expect(head).toBeDefined();
    const { to, cookie } = await enter({ id: fresh, slug: "fresh", type: "posts", draftKey });
    expect(to).toBe("/live/fresh");
    expect(await page(to, { cookie })).toContain("Never published</h1>");
    expect(await page("/live/one", { cookie })).toContain("<h1>Another draft</h1>");
    expect(await page(to)).toContain("LiveEntryNotFoundError");
  });

  test("of a prerendered page shows the draft, even for a new page", async () => {
    const id = await site.save("people", "mara", { title: "Mara, a draft" });
    const { to, cookie } = await enter({
      id,
      type: "people",
      draftKey: await tokenOf({ entryId: id }),
    });
    expect(to).toBe("/_loam/preview/page/people/mara");
    expect(await page(to, { cookie })).toMatch(
      /<h1 data-loam-field="title"[^>]*>Mara, a draft<\/h1>/,
    );
    expect(await page(to, { cookie })).toMatch(/<style|stylesheet/);
    expect(await page("/people/mara", { cookie })).toMatch(/<h1[^>]*>Mara<\/h1>/);
    // A page that reads `astro:content` shows no drafts, and its bar says so.
    expect(await page(to, { cookie })).not.toContain("data-plain");
    expect(await page("/_loam/preview/page/about", { cookie })).toContain("data-plain");
    const none = await fetch(`${url}${to}`);
    expect([none.status, await none.text()]).toEqual([
      404,
      expect.stringContaining("astro:content"),
    ]);

    const fresh = await site.save("people", "fresh", { title: "Somebody new" });
    for (const opens of [{ entryId: fresh }, { branch: "refs/heads/main" }]) {
      const entered = await enter({ id: fresh, type: "people", draftKey: await tokenOf(opens) });
      expect(entered.to).toBe("/_loam/preview/page/people/fresh");
      expect(await page(entered.to, { cookie: entered.cookie })).toContain("Somebody new");
    }
    expect((await fetch(`${url}/people/fresh`)).status).toBe(404);
  });

  test("updates on each save and ends on request", async () => {
    const id = await site.save("posts", "two", { title: "Heard" });
    const { cookie, to } = await enter({
      id,
      type: "posts",
      draftKey: await tokenOf({ entryId: id }),
    });
    const events = /data-events="([^"]+)"/.exec(await page(to, { cookie }))?.[1] ?? "";
    // Saved before the page's stream opens, and then while it is open.
    await site.save("posts", "two", { title: "Heard at once" });
    const stop = new AbortController();
    const { signal } = stop;
    const stream = await fetch(url + events, { headers: { cookie }, signal });
    const chunks = stream.body?.pipeThrough(new TextDecoderStream());
    let heard = "";
    for await (const chunk of chunks ?? []) {
      heard += chunk;
      const saves = heard.split("event: saved").length - 1;
      if (saves === 1) await site.save("posts", "two", { title: "Heard later" });
      if (saves === 2) break;
    }
    expect(heard).toContain("event: saved");
    stop.abort();
    expect((await fetch(`${url}/_loam/preview/events`)).status).toBe(401);

    const exit = await fetch(`${url}/_loam/preview/exit?to=/live/two`, { redirect: "manual" });
    expect(exit.headers.get("location")).toBe("/live/two");
    expect(exit.headers.get("set-cookie")).toMatch(
      /^__loam_preview=deleted;.*Expires=Thu, 01 Jan 1970/,
    );
    for (const elsewhere of ["//evil.test", "/\\evil.test", "https://evil.test"]) {
      const left = await fetch(`${url}/_loam/preview/exit?to=${encodeURIComponent(elsewhere)}`, {
        redirect: "manual",
      });
      expect(left.headers.get("location")).toBe("/");
    }
  });

  test("explains expired and invalid links", async () => {
    const id = await site.save("posts", "two", { title: "Two" });
    const token = await tokenOf({ entryId: id });
    for (const draftKey of ["loam_prev_x", `${token}x`, ""]) {
      const { status, text, cookie } = await enter({ id, type: "posts", draftKey });
      expect({ status, cookie }).toEqual({ status: 401, cookie: "" });
      expect(text).toMatch(/from Loam/);
      expect(text).not.toMatch(/draftKey|_KEY|http/);
    }
    const other = await enter({ id: "enone", type: "posts", draftKey: token });
    expect(other.status).toBe(401);
  });
});

test("a prerendered site contains nothing about previews", async () => {
  await rm(project.path("src/pages/live"), { recursive: true });
  await rm(project.path("src/pages/find.json.ts"));
  const built = project.path("dist");
  const before = await readdir(join(built, "client"), { recursive: true });
  expect(before).toContain(join("about", "index.html"));
  const config = await readFile(project.path("astro.config.mjs"), "utf8");
  await project.write({ "astro.config.mjs": config.replace(/adapter: .*\}\)/, "") });
  const texts = await textsIn(join(built, "client"));
  const { code, output } = await project.run("build");
  expect({ code, output }).toMatchObject({ code: 0 });

  texts.push(...(await textsIn(built)));
  expect(texts.join("\n")).toContain("<h1>About</h1>");
  expect(texts.join("\n")).not.toMatch(/loam-preview|_loam|data-loam|preview/);
});

async function textsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  const files = names.filter((name) => /\.(?:html|js|css|json|txt)$/.test(name));
  return Promise.all(files.map((name) => readFile(join(folder, name), "utf8")));
}
