import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { accessibilityProblems } from "../support/audit-page.ts";
import { launchChromium } from "../support/chromium.ts";
import { demoUnderTest } from "../support/demo-under-test.ts";
import { managementSession, signInToEditor } from "../support/editor-page.ts";
import { LOOKS_TRIED, overflow } from "../support/visit-page.ts";

const demo = await demoUnderTest();

let browser: Browser;
/** A copy of the demo's: what is written and published here changes nothing that other tests look at. */
let siteId: string;
beforeAll(async () => {
  browser = await launchChromium();
  const hq = await managementSession(demo);
  const { data } = await hq.POST("/sites/{site}/duplicate", {
    params: { path: { site: demo.siteId } },
    body: { name: "Written in tests" },
  });
  if (data === undefined) throw new Error("the demo's site was not duplicated");
  siteId = data.id;
  await hq.PUT("/sites/{site}/publishing", {
    params: { path: { site: siteId } },
    body: { enabled: true },
  });
});
afterAll(() => browser.close());

async function open(path: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await signInToEditor(page, demo, `/sites/${siteId}/${path}`);
  return page;
}

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** A new author, saved, with its form open. */
async function newAuthor(name: string): Promise<Page> {
  const page = await open("entries/authors/new");
  await page.getByLabel("Name").fill(name);
  await button(page, "Save").click();
  await page.waitForURL(/\/entries\/authors\/e\w+$/);
  await page.getByRole("status").getByText("Saved", { exact: true }).waitFor();
  return page;
}

describe("an entry", () => {
  test("is written, saved, published and read at its public address", async () => {
    const page = await open("entries");
    await button(page, "New entry").click();
    await page.getByRole("menuitem", { name: "Posts" }).click();
    expect(await button(page, "Publish").isDisabled()).toBe(true);
    await page.getByText("To publish, fill").waitFor();
    await page.getByLabel("Title").first().fill("Rain on dry ground");
    await page.getByLabel("Summary").fill("What the first drops do.");
    await page.getByRole("button", { name: "Today" }).click();
    await page.locator("[data-path=kind]").click();
    await page.getByRole("option", { name: "Idea" }).click();
    await page.getByRole("group", { name: "Author" }).getByRole("button").first().click();
    await page.getByRole("dialog").getByRole("row").first().click();
    await page.getByRole("textbox", { name: /^Text/ }).fill("It smells of *earth*.\n");
    await page.keyboard.press("Control+s");
    await page.waitForURL(/\/entries\/posts\/e\w+$/);
    await button(page, "Publish").click();
    await page.getByText("What you see is live.").waitFor();

    const address = `${demo.hqUrl}/public/${siteId}/api/posts/rain-on-dry-ground.json`;
    expect(await (await fetch(address)).json()).toMatchObject({ title: "Rain on dry ground" });
    await button(page, "Unpublish").click();
    await expect.poll(async () => (await fetch(address)).status).toBe(404);
  });

  test("that breaks its schema says so at the field, and keeps what was typed", async () => {
    const page = await open("entries/posts/why-git");
    const video = page.getByLabel("Video");
    await video.fill("https://example.test/film.mp4");
    await button(page, "Save").click();
    await page.getByRole("alert").first().waitFor();
    await page.getByRole("button", { name: "Video", exact: true }).click();
    expect(await page.evaluate("document.activeElement.dataset.path")).toBe("video");
    expect(await video.getAttribute("aria-invalid")).toBe("true");
    expect(await video.inputValue()).toBe("https://example.test/film.mp4");
  });

  test("that somebody else saved meanwhile has both changes", async () => {
    const page = await newAuthor("Vera Rubin");
    const id = /e\w+$/.exec(page.url())?.[0] ?? "";
    const other = await managementSession(demo);
    const path = { site: siteId, api_id: "authors", id };
    const { data } = await other.PATCH("/sites/{site}/types/{api_id}/entries/{id}", {
      params: { path },
      body: { fields: { role: "Astronomer" } },
    });
    expect(data?.fields).toMatchObject({ role: "Astronomer" });
    await page.getByLabel("Name").fill("Vera C. Rubin");
    await button(page, "Save").click();
    await page.getByText("Put together with what others saved").waitFor();
    expect(await page.getByLabel("Role").inputValue()).toBe("Astronomer");
    expect(await page.getByLabel("Name").inputValue()).toBe("Vera C. Rubin");
  });

  test("keeps what is typed while its first save is on its way", async () => {
    const page = await open("entries/authors/new");
    const sending = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    await page.route("**/types/authors/entries", async (route) => {
      sending.resolve();
      await goOn.promise;
      await route.continue();
    });
    const name = page.getByLabel("Name");
    await name.fill("Inge Lehmann");
    await button(page, "Save").click();
    await sending.promise;
    await page.getByLabel("Role").fill("Seismologist");
    await name.fill("Inge Lehmann, of the inner core");
    goOn.resolve();
    await page.waitForURL(/\/entries\/authors\/e\w+$/);
    expect(await name.inputValue()).toBe("Inge Lehmann, of the inner core");
    await button(page, "Save").click();
    await page.getByRole("status").getByText("Saved", { exact: true }).waitFor();
    await page.reload();
    expect(await page.getByLabel("Role").inputValue()).toBe("Seismologist");
    expect(await name.inputValue()).toBe("Inge Lehmann, of the inner core");
  });

  test("with rows has them added, named, moved and removed by the keyboard", async () => {
    const page = await open("entries/posts/merging-by-field");
    const sources = page.getByRole("group", { name: "Sources" });
    await sources.getByRole("button", { name: "Add a row" }).press("Enter");
    await sources.getByLabel("Title").last().fill("A second source");
    await sources.getByRole("button", { name: "Move A second source up" }).press("Enter");
    const names = sources.locator("h3");
    expect(await names.allTextContents()).toEqual(["A second source", "git merge-file"]);
    await sources.getByRole("button", { name: "Remove A second source" }).press("Enter");
    expect(await names.allTextContents()).toEqual(["git merge-file"]);
    // What is as it was needs no save.
    expect(await button(page, "Save").isDisabled()).toBe(true);
  });

  test("is duplicated and deleted, after a question that says what goes", async () => {
    const page = await newAuthor("Florence Bascom");
    const first = page.url();
    await button(page, "More").click();
    await page.getByRole("menuitem", { name: "Duplicate" }).click();
    await page.waitForURL((url) => url.href !== first);
    await page.reload();
    expect(await page.getByLabel("Name").inputValue()).toBe("Florence Bascom");
    await button(page, "More").click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByRole("dialog", { name: "Delete “Florence Bascom”?" }).waitFor();
    await button(page, "Delete").click();
    await page.waitForURL(/\/entries\/authors$/);
    await expect
      .poll(() => page.getByRole("rowheader", { name: /Florence Bascom/ }).count())
      .toBe(1);
  });

  test("is not left with unsaved words without a question", async () => {
    const page = await newAuthor("Mary Anning");
    await page.getByLabel("Name").fill("Mary Anning of Lyme");
    await page.getByRole("link", { name: "Home", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Stay and go on" }).click();
    expect(await page.getByLabel("Name").inputValue()).toBe("Mary Anning of Lyme");
    await page.getByRole("link", { name: "Home", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Leave", exact: true }).click();
    await page.waitForURL(`${demo.hqUrl}/sites/${siteId}`);
  });
});

describe.for(LOOKS_TRIED)("on $name", (look) => {
  test("the form and its dialogs are accessible and fit", async () => {
    const { viewport, colorScheme } = look;
    const context = await browser.newContext({ viewport, colorScheme });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    const address = `/sites/${siteId}/entries/posts/merging-by-field`;
    await signInToEditor(page, demo, address);
    await page.getByLabel("Summary").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    await page.getByRole("button", { name: "Choose another file" }).click();
    await page.getByRole("dialog").getByRole("row").first().waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Choose another entry" }).first().click();
    await page.getByRole("dialog").getByRole("row").first().waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});
