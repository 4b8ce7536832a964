import axe from "axe-core";
import type { Page } from "playwright-core";

/** Resolves when all fade-ins have finished, because partial ones have too little contrast. */
const FADED_IN = `Promise.allSettled(document.getAnimations()
  .filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity)
  .map(({ finished }) => finished))`;

/** Runs axe-core in a page. Returns one line per serious or critical problem, with its location. */
export async function accessibilityProblems(page: Page): Promise<readonly string[]> {
  await page.evaluate(FADED_IN);
  const isThere = await page.evaluate("typeof axe === 'object'");
  if (isThere !== true) await page.evaluate(axe.source);
  const found: unknown = await page.evaluate(
    `axe.run(document, { resultTypes: ["violations"], preload: false }).then(({ violations }) => violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .flatMap(({ id, nodes }) => nodes.map((node) => id + ": " + node.html.slice(0, 200)
        + " " + (node.failureSummary ?? "").replaceAll("\\n", " "))))`,
  );
  if (!Array.isArray(found)) throw new Error("axe-core gave no answer");
  return found.map(String);
}
