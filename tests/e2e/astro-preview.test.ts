import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loamProject } from "../support/astro/loam-project.ts";
import { accessibilityProblems } from "../support/browser/audit-page.ts";
import { launchChromium } from "../support/browser/chromium.ts";
import { type EditorHq, startEditorHq } from "../support/browser/editor-hq.ts";
import { type EditorWindow, editorWindow } from "../support/browser/editor-window.ts";
import { overflow } from "../support/browser/visit-page.ts";

const PAGE = `---
import { getLiveEntry } from "astro:content";
import { editable } from "@loam/astro/preview";
export const prerender = false;
const { entry, error } = await getLiveEntry("live_posts", Astro.params.slug);
if (error) return new Response("nothing", { status: 404 });
---
<!doctype html>
<html lang="en"><head><meta name="viewport" content="width=device-width"><title>{entry.data.title}</title></head><body><main>
<h1 {...editable(entry, "title")}>{entry.data.title}</h1><p {...editable(entry, "day")}>Day: {entry.data.day}</p>
</main></body></html>`;

/** Uses the server's store, both rendered on demand and prerendered. */
const FAST_PAGE = `---
import { getEntry, isPreview } from "loam:content";
export const prerender = false;
const entry = await getEntry("posts", Astro.params.slug);
if (!entry) return new Response("nothing", { status: 404 });
---
<html lang="en"><head><title>{entry.data.title}</title></head><body><h1>{isPreview() && "Draft: "}{entry.data.title}</h1></body></html>`;
const BUILT_PAGE = `---
import { loamPaths } from "loam:content";
export const getStaticPaths = () => loamPaths("posts");
---
<html lang="en"><head><title>A post</title></head><body><h1>{Astro.props.entry.data.title}</h1></body></html>`;

const LIVE_CONFIG = `import { loamLiveCollections } from "@loam/astro/live";
export const collections = { ...(await loamLiveCollections()) };`;

const ENTRY = "/sites/{site}/types/{api_id}/entries/{id}";
const ends: (() => Promise<void>)[] = [];
let browser: Browser;
let hq: EditorHq;
let editor: EditorWindow;
let url: string;
beforeAll(async () => {
  browser = await launchChromium();
  hq = await startEditorHq({ LOAM_BILLING: "none" });
  ends.push(hq.close, () => browser.close());
  editor = editorWindow(browser, hq);
  const site = { path: { site: hq.siteId } };
  const key = await hq.api.POST("/sites/{site}/keys", { params: site, body: { name: "site" } });
  const options = `{ source: { kind: "api", baseUrl: "${hq.hqUrl}", siteId: "${hq.siteId}" }, routes: { posts: "/notes/{slug}" } }`;
  await hq.api.PUT("/sites/{site}/publishing", { params: site, body: { enabled: true } });
  await hq.api.POST("/sites/{site}/publish-changes", {
    params: site,
    body: { entries: [...hq.posts.values()] },
  });
  const project = await loamProject(
    {
      options,
      config: `adapter: (await import("${import.meta.resolve("@astrojs/node")}")).default({ mode: "standalone" })`,
      files: {
        ".env": `CMS_READ_KEY=${key.data?.key}\n`,
        "src/live.config.ts": LIVE_CONFIG,
        "src/pages/notes/[slug].astro": PAGE,
        "src/pages/fast/[slug].astro": FAST_PAGE,
        "src/pages/built/[slug].astro": BUILT_PAGE,
      },
    },
    (remove) => void ends.unshift(remove),
  );
  const { code, output } = await project.run("build");
  if (code !== 0) throw new Error(output);
  const server = await project.serve({ CMS_PREVIEW_SECRET: "0123456789abcdef0123" });
  ends.unshift(() => server.stop());
  ({ url } = server);
  const previewUrl = `${url}/_loam/preview`;
  await hq.api.PATCH("/sites/{site}", { params: site, body: { previewUrl } });
});
afterAll(async () => {
  for (const end of ends) await end();
});

test("a site next to the form shows drafts, focuses clicked fields, and updates on each save", async () => {
  const id = hq.posts.get("rain") ?? "";
  const place = { path: { site: hq.siteId, api_id: "posts", id } };
  await hq.api.PATCH(ENTRY, { params: place, body: { fields: { title: "Rain, a draft" } } });
  const page = await editor.open(`/sites/${hq.siteId}/entries/posts/${id}`);
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("p");
  const shown = page.frameLocator("iframe").frameLocator("iframe");
  await shown.getByRole("heading", { name: "Rain, a draft" }).waitFor();
  await shown.getByRole("region", { name: "Draft preview" }).waitFor();

  await shown.getByText("Day:").click();
  const day = page.getByRole("group", { name: "Day" });
  await expect.poll(() => day.evaluate((field) => field.matches(":focus-within"))).toBe(true);

  // State in the frame survives an update, because the page updates itself instead of being reloaded.
  const title = page.getByRole("textbox", { name: "Title" }).first();
  await title.fill("Rain, saved");
  await page.keyboard.press("Control+s");
  await shown.getByRole("heading", { name: "Rain, saved" }).waitFor();
  expect(editor.problems).toEqual([]);

  // The same link in a separate window receives saves from the site's server.
  const made = await hq.api.POST(`${ENTRY}/preview-token`, { params: place });
  const link = `${url}/_loam/preview?type=posts&id=${id}&draftKey=${made.data?.token}`;
  const visitor = await browser.newPage({
    viewport: { width: 390, height: 700 },
    colorScheme: "dark",
  });
  await visitor.goto(link);
  await visitor.getByRole("heading", { name: "Rain, saved" }).waitFor();
  expect(visitor.url()).toBe(`${url}/notes/rain`);
  await visitor.getByRole("region", { name: "Draft preview" }).waitFor();
  for (const [width, colorScheme] of [
    [390, "dark"],
    [1280, "light"],
  ] as const) {
    await visitor.setViewportSize({ width, height: 700 });
    await visitor.emulateMedia({ colorScheme });
    expect(await accessibilityProblems(visitor)).toEqual([]);
    expect(await overflow(visitor)).toBe(0);
  }
  await hq.api.PATCH(ENTRY, { params: place, body: { fields: { title: "Rain, once more" } } });
  await visitor.getByRole("heading", { name: "Rain, once more" }).waitFor();

  // Pages using `loam:content` show the draft as well, both rendered on demand and prerendered.
  for (const path of ["fast/rain", "_loam/preview/page/built/rain"]) {
    await visitor.goto(`${url}/${path}`);
    await visitor.getByRole("heading", { name: "Rain, once more" }).waitFor();
  }
  await visitor.goto(`${url}/built/rain`);
  await visitor.getByRole("heading", { name: "Rain on clay" }).waitFor();
  await visitor.goto(`${url}/notes/rain`);
  await visitor.getByRole("link", { name: "Exit preview" }).click();
  await visitor.getByRole("heading", { name: "Rain on clay" }).waitFor();
  expect(await visitor.getByRole("region", { name: "Draft preview" }).count()).toBe(0);
  expect((await visitor.goto(`${url}/fast/rain`))?.headers()["cache-control"]).not.toBe("no-store");
  expect(await visitor.getByRole("heading", { level: 1 }).innerText()).toBe("Rain on clay");
});
