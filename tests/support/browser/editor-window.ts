import type { Browser, BrowserContext, Page } from "playwright-core";
import { onTestFailed, onTestFinished } from "vitest";
import { accessibilityProblems } from "./audit-page.ts";
import { type EditorDemo, signInToEditor } from "./editor-page.ts";
import { type Look, overflow } from "./visit-page.ts";

type Shown = Pick<Look, "viewport" | "colorScheme">;

const DESKTOP: Shown = { viewport: { width: 1280, height: 900 }, colorScheme: "light" };

/** One window of the editor, in which the tests of a file run one after the other: to load it costs more than most of them do. */
export interface EditorWindow {
  /** Goes to an address as a link would, from outside of the site: nothing of the screen before is left. */
  open(address: string, look?: Shown): Promise<Page>;
  /** Exceptions, and what the policy of the page refused, since the address was opened. */
  readonly problems: readonly string[];
  /** All that is wrong with what is shown now: for people who hear it or use keys, its width, and `problems`. */
  faults(): Promise<readonly unknown[]>;
  /** What is not closed ends with the browser. */
  close(): Promise<void>;
}

/** Makes the window when the first test opens an address; the one after a test that failed has another window. */
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
        // A bound for what hangs: machines are busy.
        context.setDefaultTimeout(120_000);
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

/** What appears is there at once. */
const STILL = { reducedMotion: "reduce" } as const;

function collectProblems(context: BrowserContext, problems: string[]): void {
  context.on("weberror", (error) => problems.push(String(error.error())));
  context.on("console", (message) => {
    // Browsers log answers that the editor expects: of a session that is not there, of what was saved elsewhere, and of
    // a site that mirrors nothing.
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
