import type { Browser } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { accessibilityProblems } from "../support/browser/audit-page.ts";
import { launchChromium } from "../support/browser/chromium.ts";
import { startEditorHq } from "../support/browser/editor-hq.ts";
import { signInToEditor } from "../support/browser/editor-page.ts";
import { LOOKS, overflow } from "../support/browser/visit-page.ts";
import { demoUnderTest } from "../support/demo/demo-under-test.ts";

const demo = await demoUnderTest();

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

test("uploads files together, describes, finds, and deletes unused ones", async () => {
  const [, look] = LOOKS;
  const context = await browser.newContext({ ...look, locale: "en-US" });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await signInToEditor(page, demo, `/sites/${demo.siteId}/media`);
  await page.getByRole("row", { name: "fault.png" }).waitFor();

  const picture = await sharp({
    create: { width: 60, height: 40, channels: 3, background: "#4a7" },
  })
    .png()
    .toBuffer();
  await page.locator("input[type=file]").setInputFiles([
    { name: "meadow.png", mimeType: "image/png", buffer: picture },
    { name: "broken.png", mimeType: "image/png", buffer: Buffer.from("no picture") },
  ]);
  // One upload fails with a reason and can be retried; the other succeeds, and both are visible on other pages.
  const tray = page.getByRole("region", { name: "Uploads" });
  await tray.getByRole("button", { name: "Try again: broken.png" }).waitFor();
  await tray.getByRole("link", { name: "Show meadow.png" }).waitFor();
  await page
    .getByRole("navigation")
    .first()
    .getByRole("link", { name: "Home", exact: true })
    .click();
  await tray.getByRole("link", { name: "Show meadow.png" }).click();
  const panel = page.getByRole("complementary", { name: "meadow.png" });
  await panel.getByText("Unused").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await overflow(page)).toBe(0);
  await tray.getByRole("button", { name: "Close uploads" }).click();

  // Duplicate bytes are detected before uploading.
  await page
    .locator("input[type=file]")
    .first()
    .setInputFiles({ name: "twin.png", mimeType: "image/png", buffer: picture });
  await tray.getByText("Already in the media library as meadow.png").waitFor();
  await tray.getByRole("button", { name: "Upload anyway: twin.png" }).waitFor();
  await tray.getByRole("button", { name: "Close uploads" }).click();

  // Move the focal point by keyboard, and replace the file.
  await panel.getByRole("button", { name: /^Focal point/ }).press("ArrowLeft");
  await panel.getByRole("button", { name: "Focal point: 48% from the left" }).waitFor();
  await panel.getByRole("button", { name: "Save focal point" }).click();
  await panel.getByRole("button", { name: "Save focal point" }).waitFor({ state: "detached" });
  await panel.getByRole("button", { name: "Replace" }).click();
  const replacing = page.getByRole("dialog");
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    replacing.getByRole("button", { name: "Choose a file" }).click(),
  ]);
  const wide = await sharp(picture).resize(90, 30, { fit: "fill" }).png().toBuffer();
  await chooser.setFiles({ name: "wide.png", mimeType: "image/png", buffer: wide });
  await panel.getByText("90 × 30").waitFor();
  await tray.getByRole("button", { name: "Collapse uploads" }).click();
  await panel.getByText("History").click();
  await panel.getByText(/^Replaced by/).waitFor();

  await panel.getByLabel("Alt text").fill("A green meadow");
  await panel.getByRole("button", { name: "Save alt text" }).click();
  await panel.getByRole("button", { name: "Save alt text" }).waitFor({ state: "detached" });
  await panel.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Close uploads" }).click();
  await page.getByRole("searchbox").fill("green meadow");
  await page.getByRole("row", { name: "meadow.png" }).click();
  await panel.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("No matching").waitFor();

  // Live content keeps its images.
  await page.getByRole("searchbox").fill("fault");
  await page.getByRole("row", { name: "fault.png" }).click();
  const used = page.getByRole("complementary", { name: "fault.png" });
  await used.getByRole("link", { name: "Fault line" }).waitFor();
  await used.getByRole("button", { name: "Delete" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Delete" }).click();
  await dialog.getByRole("alert").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});

test("refuses a file beyond the plan and uploads it after an upgrade", async () => {
  const hq = await startEditorHq();
  onTestFinished(() => hq.close());
  const used = (bytes: number) =>
    hq.running.hq.database.updateTable("sites").set({ media_bytes: bytes }).execute();
  await used(2 ** 50);
  const page = await browser.newPage({ locale: "en-US" });
  onTestFinished(() => page.close());
  await signInToEditor(page, hq, `/sites/${hq.siteId}/media`);
  await page
    .locator("input[type=file]")
    .first()
    .setInputFiles({ name: "notes.csv", mimeType: "text/csv", buffer: Buffer.from("a,b\n1,2\n") });
  const tray = page.getByRole("region", { name: "Uploads" });
  await tray.getByText("Media storage is full.").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await used(0);
  await tray.getByRole("button", { name: "Try again: notes.csv" }).click();
  await tray.getByRole("link", { name: "Show notes.csv" }).waitFor();
});
