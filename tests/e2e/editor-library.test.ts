import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accessibilityProblems } from "../support/browser/audit-page.ts";
import { launchChromium } from "../support/browser/chromium.ts";
import {
  managementSession,
  signInToEditor,
  siteToWriteIn,
} from "../support/browser/editor-page.ts";
import { LOOKS, overflow } from "../support/browser/visit-page.ts";
import { demoUnderTest } from "../support/demo/demo-under-test.ts";

const demo = await demoUnderTest();

let browser: Browser;
let page: Page;
let site: string;
beforeAll(async () => {
  browser = await launchChromium();
  const look = LOOKS.at(-1);
  page = await browser.newPage({ ...look, locale: "en-US" });
  site = await siteToWriteIn(demo);
  await signInToEditor(page, demo, `/sites/${site}/media`);
});
afterAll(() => browser.close());

/** Returns axe violations and elements that overflow the page. */
async function faults(): Promise<readonly unknown[]> {
  const wide = await overflow(page);
  return [...(await accessibilityProblems(page)), ...(wide === 0 ? [] : [`${wide} px too wide`])];
}

async function tick(name: string): Promise<void> {
  await page.getByRole("checkbox", { name: `Select ${name}` }).focus();
  await page.keyboard.press("Space");
}

test("sorts rows and moves them to a folder together", async () => {
  await page.getByRole("radio", { name: "List" }).click();
  const rows = page.getByRole("table", { name: "Media" }).locator("tbody tr");
  await rows.first().waitFor();
  await page.getByRole("columnheader", { name: "Name" }).getByRole("button").click();
  await expect.poll(() => rows.first().textContent()).toContain("ammonites.webp");
  await page.getByRole("columnheader", { name: "Size" }).getByRole("button").click();
  await expect.poll(() => rows.first().textContent()).toContain("roots.jpg");

  await tick("roots.jpg");
  await tick("dunes.jpg");
  await page.getByText("2 files selected").waitFor();
  await page.getByRole("button", { name: "Move" }).click();
  const dialog = page.getByRole("dialog", { name: "Move 2 files to a folder" });
  await dialog.getByLabel("Folder").fill("Earth / Layers");
  expect(await faults()).toEqual([]);
  await dialog.getByRole("button", { name: "Move", exact: true }).click();
  await dialog.waitFor({ state: "detached" });

  const folders = page.getByRole("navigation", { name: "Folders" });
  await folders.getByRole("link", { name: /^Earth\s*2$/ }).click();
  await folders.getByRole("link", { name: /^Layers\s*2$/ }).click();
  await expect.poll(() => rows.count()).toBe(2);
  await page.getByRole("button", { name: /^dunes\.jpg/ }).click();
  const panel = page.getByRole("complementary", { name: "dunes.jpg" });
  await panel.getByText("In the folder Earth/Layers").waitFor();
  await panel.getByText(/camera, .* removed/).waitFor();
  expect(await faults()).toEqual([]);
  await panel.getByRole("button", { name: "Close" }).click();
});

test("uploads to the current folder and explains refusals in the user's language", async () => {
  const movie = Buffer.from("\0\0\0\x18ftypisom\0\0\0\0isommp42", "latin1");
  await page.locator("input[type=file]").setInputFiles([
    { name: "strata.csv", mimeType: "text/csv", buffer: Buffer.from("layer,age\nsand,1\n") },
    { name: "walk.mp4", mimeType: "video/mp4", buffer: movie },
  ]);
  const tray = page.getByRole("region", { name: "Uploads" });
  await tray.getByText(/^This file type.*YouTube/).waitFor();
  await tray.getByRole("link", { name: "Show strata.csv" }).waitFor();
  await page.getByRole("button", { name: /^strata\.csv\s*Earth\/Layers/ }).waitFor();
  expect(await faults()).toEqual([]);
  await page.evaluate(`localStorage.setItem("loam.settings", '{"language":"ja"}')`);
  await page.reload();
  await page.locator("input[type=file]").setInputFiles({
    name: "walk.mp4",
    mimeType: "video/mp4",
    buffer: movie,
  });
  await page.getByText(/^この種類のファイル.*YouTube/).waitFor();
  await page.evaluate(`localStorage.removeItem("loam.settings")`);
});

test("lists favorites on the home page and in the palette until they are removed", async () => {
  const title = "Kept at hand";
  const hq = managementSession(demo);
  const { data, error } = await hq.POST("/sites/{site}/types/{api_id}/entries", {
    params: { path: { site, api_id: "posts" } },
    body: { fields: { title } },
  });
  if (data === undefined) throw new Error("no entry was made", { cause: error });
  await page.goto(`${demo.hqUrl}/sites/${site}/entries/posts/${data.id}`);
  const star = page.getByRole("button", { name: "Favorite" });
  await star.click();
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Search or jump to…" });
  await palette
    .getByRole("group", { name: "Favorites" })
    .getByRole("menuitem", { name: title })
    .waitFor();
  await page.keyboard.press("Escape");
  await page.goto(`${demo.hqUrl}/sites/${site}`);
  const favourites = page.getByRole("main").locator("section", { hasText: "Favorites" });
  // With the device's high-contrast setting.
  await page.emulateMedia({ contrast: "more" });
  await expect.poll(() => page.locator("html[data-contrast]").count()).toBe(1);
  expect(await faults()).toEqual([]);
  await favourites.getByRole("link", { name: title }).click();
  await star.click();
  await page.goto(`${demo.hqUrl}/sites/${site}`);
  await page.getByRole("heading", { name: "Drafts" }).waitFor();
  expect(await favourites.count()).toBe(0);
  await hq.DELETE("/sites/{site}/types/{api_id}/entries/{id}", {
    params: { path: { site, api_id: "posts", id: data.id } },
  });
});

test("keeps other favorites if one is added before they are loaded", async () => {
  const hq = managementSession(demo);
  const params = { path: { site, api_id: "posts" } };
  const make = async (title: string): Promise<string> =>
    String(
      (
        await hq.POST("/sites/{site}/types/{api_id}/entries", {
          params,
          body: { fields: { title } },
        })
      ).data?.id,
    );
  const ids = [await make("Marked long ago"), await make("Marked now")] as const;
  const favourites = { params: { path: { name: "favourites" } } };
  await hq.PUT("/me/preferences/{name}", {
    ...favourites,
    body: { value: [{ site, type: "posts", id: ids[0] }] },
  });
  const { promise: asked, resolve: goOn } = Promise.withResolvers<void>();
  await page.route("**/me/preferences", async (route) => {
    await asked;
    await route.continue();
  });
  await page.goto(`${demo.hqUrl}/sites/${site}/entries/posts/${ids[1]}`);
  await page.getByRole("button", { name: "Favorite" }).click();
  goOn();
  await page.getByRole("button", { name: "Favorite", pressed: true }).waitFor();
  await page.unroute("**/me/preferences");
  const marked = async (): Promise<unknown> =>
    (await hq.GET("/me/preferences")).data?.preferences["favourites"];
  await expect.poll(marked).toMatchObject([{ id: ids[1] }, { id: ids[0] }]);
  await hq.PUT("/me/preferences/{name}", { ...favourites, body: { value: [] } });
});
