import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accessibilityProblems } from "../support/browser/audit-page.ts";
import { launchChromium } from "../support/browser/chromium.ts";

let browser: Browser;

beforeAll(async () => {
  browser = await launchChromium();
});

afterAll(() => browser.close());

test("opens pages in a real browser with a font", async () => {
  const page = await browser.newPage();
  await page.setContent("<span>iiii</span><br><span>mmmm</span>");

  const widths = await page
    .locator("span")
    .evaluateAll((spans) => spans.map((span) => span.getBoundingClientRect().width));

  // Without a font, or with placeholder boxes, both would have the same width.
  expect(widths[1]).toBeGreaterThan(2 * (widths[0] ?? Infinity));
});

test("detects a missing alt text and unreadable text", async () => {
  const page = await browser.newPage();
  await page.setContent(
    '<html lang="en"><title>t</title><main><h1>x</h1><img src="data:,"><p style="color:#ccc">pale</p></main></html>',
  );

  const problems = await accessibilityProblems(page);

  expect(new Set(problems.map((problem) => problem.split(":")[0]))).toEqual(
    new Set(["color-contrast", "image-alt"]),
  );
});
