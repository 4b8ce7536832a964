import axe from "axe-core";
import type { Page } from "playwright-core";

/** Runs axe-core in a page: one line for each serious or critical problem, with where it is. */
export async function accessibilityProblems(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const found: unknown = await page.evaluate(
    `axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .flatMap(({ id, nodes }) => nodes.map((node) => id + ": " + node.html.slice(0, 200)
        + " " + (node.failureSummary ?? "").replaceAll("\\n", " "))))`,
  );
  if (!Array.isArray(found)) throw new Error("axe-core gave no answer");
  return found.map(String);
}
