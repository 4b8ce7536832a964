import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { documentationPages, stepsOf } from "./documentation-pages.ts";
import type { PageStep } from "./read-page.ts";
import { runPage } from "./run-page.ts";

const RUNS = /^(run|file: )/;

const PROGRAMS = ["curl", "pkill", "tar", "unzip"];

function isRun(step: PageStep): boolean {
  return step.kind === "snippet" && RUNS.test(step.marker ?? "");
}

/** The pages use what their readers have. A machine without these programs can't follow them. */
export function hasPrograms(): boolean {
  try {
    for (const program of PROGRAMS) {
      execFileSync("bash", ["-c", `command -v ${program}`], { stdio: "ignore" });
    }
    return true;
  } catch {
    return false;
  }
}

/** Tests each page in this part of the documentation that has something to run. */
export function testPages(isInPart: (page: string) => boolean): void {
  const pages = documentationPages().filter((page) => isInPart(page) && stepsOf(page).some(isRun));

  describe.runIf(hasPrograms())("a reader who follows a page", () => {
    test.for(pages)("gets the documented output of docs/%s", async (page) => {
      expect(await runPage(stepsOf(page))).toBeGreaterThan(0);
    });
  });
}
