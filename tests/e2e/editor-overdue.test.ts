import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
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

test("shows an overdue schedule as failed instead of upcoming", async () => {
  const { api, running, siteId: site, posts } = hq;
  const { store } = await running.sites.content(site);
  await store.saveEntry(
    {
      type: "posts",
      id: posts.get("rain") ?? "",
      values: new Map(),
      publishAt: "2026-01-01T09:00:00.000Z",
    },
    { actor: { name: "Ada", email: "ada@example.test" } },
  );
  await running.sites.follow(site);
  const failures = async (): Promise<number | undefined> => {
    const { data } = await api.GET("/sites/{site}/schedule", { params: { path: { site } } });
    return data?.failures.length;
  };
  await expect.poll(failures).toBe(1);

  const editor = editorWindow(browser, hq);
  const page = await editor.open(`/sites/${site}/releases`);
  await page.getByRole("heading", { name: "Failed scheduled entries" }).waitFor();
  await page.getByText("No other scheduled entries").waitFor();
  expect(await editor.faults()).toEqual([]);

  await editor.open(`/sites/${site}`);
  await page.getByText("Couldn’t publish at").first().waitFor();
  await page.getByRole("heading", { name: "Recent activity" }).waitFor();
  expect(await page.getByRole("heading", { name: "Scheduled" }).count()).toBe(0);
  expect(await editor.faults()).toEqual([]);
});
