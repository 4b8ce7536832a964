import type { Browser, Locator } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchChromium } from "../support/browser/chromium.ts";
import { type EditorHq, startEditorHq } from "../support/browser/editor-hq.ts";
import { type EditorWindow, editorWindow } from "../support/browser/editor-window.ts";
import { LOOKS } from "../support/browser/visit-page.ts";

/** A long compound word that can't be broken. */
const LONG = "Donaudampfschifffahrtsgesellschaftskapitän";

let hq: EditorHq;
let browser: Browser;
let editor: EditorWindow;
beforeAll(async () => {
  hq = await startEditorHq();
  browser = await launchChromium();
  editor = editorWindow(browser, hq);
  const path = { site: hq.siteId, api_id: "posts", id: hq.posts.get("frost") ?? "" };
  await hq.api.POST("/sites/{site}/types/{api_id}/entries/{id}/publish", { params: { path } });
  for (const label of ["Testimonial section collection", LONG]) {
    await hq.api.POST("/sites/{site}/types", {
      params: { path: { site: hq.siteId } },
      body: {
        apiId: label === LONG ? "captains" : "testimonials",
        kind: "list",
        label,
        fields: [{ apiId: "title", label: "Title", type: "text" }],
      },
    });
  }
});
afterAll(async () => {
  await browser.close();
  await hq.close();
});

/** Messages about published content that require publishing to be on. */
const OF_LIVE = /Live now|Live since|is live\b|go(?:es)? live|still live|live version/iu;

for (const look of LOOKS) {
  test(`never mentions live content while publishing is off: ${look.name}`, async () => {
    const frost = `/entries/posts/${hq.posts.get("frost")}`;
    for (const path of [frost, `${frost}/history`, "/live", "/entries/posts?group=state"]) {
      const page = await editor.open(`/sites/${hq.siteId}${path}`, look);
      await page
        .getByText(/Published, not visible yet/u)
        .filter({ visible: true })
        .first()
        .waitFor();
      const text = await page.getByRole("main").innerText();
      expect.soft([path, OF_LIVE.exec(text)?.[0]]).toEqual([path, undefined]);
      expect.soft(await editor.faults()).toEqual([]);
    }
    const page = await editor.open(`/sites/${hq.siteId}/releases`, look);
    await page.getByText(/^Publishing is off for this site/u).waitFor();
    expect(await editor.faults()).toEqual([]);
  });
}

test("truncates a long type name in the navigation but not its count", async () => {
  const page = await editor.open(`/sites/${hq.siteId}/entries/posts`);
  const navigation = page.getByRole("navigation", { name: "Site" });
  for (const label of ["Testimonial section collection", LONG]) {
    const link = navigation.getByRole("link", { name: `${label} 0` });
    expect(await link.getAttribute("title")).toBe(label);
    const ends = [link.getByText("0"), link, navigation].map(endOf);
    const [count = 0, line = 0, border = 0] = await Promise.all(ends);
    expect(count).toBeLessThanOrEqual(line);
    expect(line).toBeLessThanOrEqual(border);
  }
});

/** Returns the right edge of a visible element. */
async function endOf(shown: Locator): Promise<number> {
  const box = await shown.boundingBox();
  if (box === null) throw new Error("it is not shown");
  return box.x + box.width;
}

test("offers New entry or explains that the type has no published schema", async () => {
  const list = `/sites/${hq.siteId}/entries/testimonials`;
  const wanda = editorWindow(browser, await hq.person("Wanda", "write"));
  const hers = await wanda.open(list);
  await hers.getByText(/^New entries can’t be created yet: the schema of Testimonial/u).waitFor();
  expect(await hers.getByRole("button", { name: "New entry" }).count()).toBe(0);
  expect(await wanda.faults()).toEqual([]);

  const page = await editor.open(list);
  await page.getByRole("button", { name: "New entry" }).click();
  await page.getByRole("textbox", { name: /^Title/ }).fill("They dig well");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("heading", { name: "They dig well" }).waitFor();
  await hers.reload();
  await hers.getByRole("button", { name: "New entry" }).waitFor();
  await wanda.close();
});
