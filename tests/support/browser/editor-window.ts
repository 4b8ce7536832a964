import type { Browser, BrowserContext, Page } from "playwright-core";
import { onTestFailed, onTestFinished } from "vitest";
import { accessibilityProblems } from "./audit-page.ts";
import { type EditorDemo, signInToEditor } from "./editor-page.ts";
import { type Look, overflow } from "./visit-page.ts";

type Shown = Pick<Look, "viewport" | "colorScheme">;

const DESKTOP: Shown = { viewport: { width: 1280, height: 900 }, colorScheme: "light" };

/** A dashboard window for consecutive tests of a file, because loading it takes longer than most tests. */
export interface EditorWindow {
  /** Navigates to a URL as from outside the site, discarding the previous screen. */
  open(address: string, look?: Shown): Promise<Page>;
  /** Exceptions and CSP violations since the URL was opened. */
  readonly problems: readonly string[];
  /** Returns all problems of the current screen: accessibility, overflow, and `problems`. */
  faults(): Promise<readonly unknown[]>;
  /** Otherwise closed with the browser. */
  close(): Promise<void>;
}

/** Creates the window on first use. After a failed test, the next one gets a new window. */
export function editorWindow(browser: Browser, demo: EditorDemo): EditorWindow {
  const problems: string[] = [];
  let page: Page | undefined;
  return {
    problems,
    async faults() {
      if (page === undefined) return [...problems];
      const wide = await overflow(page);
      return [
        ...(await accessibilityProblems(page)),
        ...(wide === 0 ? [] : [{ wide }]),
        ...problems,
      ];
    },
    async open(address, look = DESKTOP) {
      onTestFailed(async () => {
        await page?.context().close();
        page = undefined;
      });
      if (page === undefined) {
        const context = await browser.newContext({ ...look, ...STILL, locale: "en-US" });
        await context.grantPermissions(["clipboard-read", "clipboard-write"]);
        collectProblems(context, problems);
        page = await context.newPage();
        problems.length = 0;
        await signInToEditor(page, demo, address);
      } else {
        await page.setViewportSize(look.viewport);
        await page.emulateMedia({ ...STILL, colorScheme: look.colorScheme });
        await leadTo(page, "/nowhere");
        await page.getByRole("navigation").first().waitFor({ state: "detached" });
        problems.length = 0;
        await leadTo(page, address);
        await page.getByRole("navigation").first().waitFor();
      }
      const opened = page;
      onTestFinished(async () => {
        if (!opened.isClosed()) await opened.unrouteAll({ behavior: "ignoreErrors" });
      });
      return opened;
    },
    async close() {
      await page?.context().close();
      page = undefined;
    },
  };
}

/** Disables animations. */
const STILL = { reducedMotion: "reduce" } as const;

function collectProblems(context: BrowserContext, problems: string[]): void {
  context.on("weberror", (error) => problems.push(String(error.error())));
  context.on("console", (message) => {
    // Browsers log responses that the dashboard expects: no session, unsaved changes stored elsewhere, and no upstream.
    const isExpected =
      /\b(?:401|412)\b/.test(message.text()) ||
      (/\b404\b/.test(message.text()) && message.location().url.endsWith("/upstream"));
    if (message.type() === "error" && !isExpected) problems.push(message.text());
  });
}

async function leadTo(page: Page, address: string): Promise<void> {
  await page.evaluate(`{
    history.pushState({ key: crypto.randomUUID() }, "", ${JSON.stringify(address)});
    dispatchEvent(new PopStateEvent("popstate"));
  }`);
}
