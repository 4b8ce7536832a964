import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Runs axe-core in a page: one line for each serious or critical problem, with where it is. */
export async function accessibilityProblems(page: Page): Promise<readonly string[]> {
  await page.evaluate(AXE);
  const found: unknown = await page.evaluate(
    `axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .flatMap(({ id, nodes }) => nodes.map((node) => id + ": " + node.html.slice(0, 200)
        + " " + (node.failureSummary ?? "").replaceAll("\\n", " "))))`,
  );
  if (!Array.isArray(found)) throw new Error("axe-core gave no answer");
  return found.map(String);
}
