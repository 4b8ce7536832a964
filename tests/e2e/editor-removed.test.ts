import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accessibilityProblems } from "../support/browser/audit-page.ts";
import { launchChromium } from "../support/browser/chromium.ts";
import { type EditorHq, startEditorHq } from "../support/browser/editor-hq.ts";
import { editorWindow } from "../support/browser/editor-window.ts";

let hq: EditorHq;
let browser: Browser;
beforeAll(async () => {
  [hq, browser] = await Promise.all([startEditorHq(), launchChromium()]);
});
afterAll(async () => {
  await browser.close();
  await hq.close();
});

const ADDRESS = "/sites/{site}/types/{api_id}/entries/{id}";

/** Publishes a post, and deletes it in a change request that is merged but not published. */
async function removeLive(id: string): Promise<void> {
  const { api, siteId: site } = hq;
  const entry = { site, api_id: "posts", id };
  await api.POST(`${ADDRESS}/publish`, { params: { path: entry } });
  const { data: change } = await api.POST("/sites/{site}/changes", {
    params: { path: { site } },
    body: { title: "Take it away" },
  });
  const n = change?.number ?? 0;
  const proposed = { path: { ...entry, n } };
  await api.DELETE("/sites/{site}/changes/{n}/types/{api_id}/entries/{id}", { params: proposed });
  const merged = await api.POST("/sites/{site}/changes/{n}/merge", {
    params: { path: { site, n } },
    body: { publish: false },
  });
  expect(merged.error).toBeUndefined();
}

test("marks an entry deleted by a change request as still live and restores it", async () => {
  const { api, siteId: site, posts } = hq;
  const [slug, id] = posts.entries().next().value ?? ["", ""];
  await removeLive(id);

  const editor = editorWindow(browser, hq);
  const page = await editor.open(`/sites/${site}/entries/posts`);
  const row = page.getByRole("row").filter({ hasText: `/${slug}` });
  await row.getByText("Deleted (still published)").waitFor();
  expect(await editor.faults()).toEqual([]);

  await editor.open(`/sites/${site}/releases`);
  await page.getByRole("button", { name: "New release" }).click();
  await page.getByRole("dialog").getByText("Frost in the furrow").waitFor();
  expect(await page.getByRole("dialog").getByText("Rain on clay").count()).toBe(0);

  await editor.open(`/sites/${site}/entries/posts`);
  await row.getByRole("rowheader").click();
  await page.getByText("It stays published until someone unpublishes it.").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByLabel("Title").first().fill("Back again");
  await page.getByRole("button", { name: "Restore" }).click();
  await page.getByText("It stays published until").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("status").getByText("Saved", { exact: true }).waitFor();
  const { data } = await api.GET(ADDRESS, { params: { path: { site, api_id: "posts", id } } });
  expect(data).toMatchObject({ state: "changed", removed: false, fields: { title: "Back again" } });
});

test("describes the restored state depending on whether the entry is live", async () => {
  const { api, siteId: site, posts } = hq;
  await removeLive(posts.get("frost") ?? "");
  const draft = { site, api_id: "posts", id: posts.get("it-s-spring") ?? "" };
  await api.DELETE(ADDRESS, { params: { path: draft } });
  const editor = editorWindow(browser, hq);
  const page = await editor.open(`/sites/${site}/deleted`);
  await page.getByRole("button", { name: "Restore Frost in the furrow" }).click();
  const told = page.getByRole("status");
  await told
    .getByText("Frost in the furrow restored. It’s still published, not visible yet.")
    .waitFor();
  await page.getByRole("button", { name: "Restore It's spring" }).click();
  await told.getByText("(warm) restored as a draft.").waitFor();
  expect(await editor.faults()).toEqual([]);
});
