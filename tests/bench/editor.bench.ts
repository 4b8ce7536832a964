import { rm } from "node:fs/promises";
import type { Browser, Page } from "playwright-core";
import { readDemoState } from "../../scripts/demo/demo-state.ts";
import { launchChromium } from "../support/browser/chromium.ts";
import {
  type EditorDemo,
  managementSession,
  signInToEditor,
} from "../support/browser/editor-page.ts";
import { watchScripts } from "../support/browser/script-size.ts";
import { startSession } from "../support/browser/start-session.ts";
import { newDemoFolder, startDemo } from "../support/demo/demo-process.ts";
import type { DemoUnderTest } from "../support/demo/demo-under-test.ts";
import { freePort } from "../support/free-port.ts";
import type { BenchRow } from "./bench-row.ts";
import { median } from "./support/timing.ts";

const SCRIPT_TARGET_KB = 250;
const LIST_TARGET_MS = 1000;
const LIST_ROUNDS = 5;
const TASK_TARGET_MS = 50;
const CHARACTERS = 200_000;
const KEYS = 70;
/** Faster than anyone types. */
const KEY_MS = 60;

type Demo = EditorDemo & Pick<DemoUnderTest, "siteId">;

/**
 * Measures waiting times in the dashboard, in Chromium on the demo: first load, a list, and typing in a text of maximum
 * length.
 */
export async function run(): Promise<readonly BenchRow[]> {
  const folder = await newDemoFolder();
  const [hqPort, sitePort] = [await freePort(), await freePort()];
  const env = { LOAM_PORT: String(hqPort), LOAM_SITE_PORT: String(sitePort) };
  const running = await startDemo({ args: ["--folder", folder], env });
  const browser = await launchChromium();
  try {
    const state = await readDemoState(folder);
    if (state === undefined) throw new Error("the demo left no state");
    const hqUrl = `http://127.0.0.1:${hqPort}`;
    const session = await startSession({ ...state, hqUrl });
    const demo = { siteId: state.siteId, hqUrl, session };
    return [...(await listRows(browser, demo)), ...(await typingRows(browser, demo))];
  } finally {
    await browser.close();
    await running.interrupt();
    await rm(folder, { recursive: true, force: true });
  }
}

async function listRows(browser: Browser, demo: Demo): Promise<readonly BenchRow[]> {
  const first = await browser.newPage();
  const scriptsOfHome = watchScripts(first);
  await signInToEditor(first, demo);
  await first.getByRole("heading", { level: 2 }).first().waitFor();
  const home = await scriptsOfHome();
  await first.close();
  const page = await browser.newPage();
  await signInToEditor(page, demo);
  const scriptsOfList = watchScripts(page);
  const times: number[] = [];
  for (let round = 0; round < LIST_ROUNDS; round += 1) {
    const started = performance.now();
    await page.goto(`${demo.hqUrl}/sites/${demo.siteId}/entries`);
    await page.getByRole("row").nth(1).waitFor();
    times.push(performance.now() - started);
  }
  const list = await scriptsOfList();
  await page.close();
  return [
    sizeRow("scripts of the first load, gzipped", home),
    sizeRow("scripts where a list is the first load, gzipped", list),
    row("a list until its first row, p50", {
      value: median(times),
      unit: "ms",
      limit: LIST_TARGET_MS,
    }),
  ];
}

function sizeRow(what: string, bytes: number): BenchRow {
  return row(what, { value: bytes / 1000, unit: "kB", limit: SCRIPT_TARGET_KB });
}

async function typingRows(browser: Browser, demo: Demo): Promise<readonly BenchRow[]> {
  await makeLongEntry(demo);
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await signInToEditor(page, demo);
  await page.goto(`${demo.hqUrl}/sites/${demo.siteId}/entries`);
  const line = page.getByRole("row").filter({ hasText: TITLE });
  await line.waitFor();
  const opening = await longestTaskMs(browser, page, async () => {
    await line.getByText(TITLE).click();
    await isOpened(page);
  });
  const rows = [
    row(`longest task while a form of ${CHARACTERS} characters opens`, {
      value: opening,
      unit: "ms",
      limit: TASK_TARGET_MS,
    }),
  ];
  for (const view of ["As written", "Markdown"]) {
    await page.getByRole("radio", { name: view }).click();
    const text = page.getByRole("textbox", { name: "Text", exact: true });
    await text.waitFor();
    await isOpened(page);
    for (const place of ["start", "end"]) {
      await text.press(place === "start" ? "Control+Home" : "Control+End");
      await page.waitForTimeout(AFTERWARDS_MS);
      const value = await longestTaskMs(browser, page, () =>
        page.keyboard.type("a".repeat(KEYS), { delay: KEY_MS }),
      );
      rows.push(
        row(`longest task, ${KEYS} keys at the ${place} of ${CHARACTERS} characters, ${view}`, {
          value,
          unit: "ms",
          limit: TASK_TARGET_MS,
        }),
      );
    }
  }
  await page.close();
  return rows;
}

/** Waits until the text is editable without touching the page, which would affect the measurement. */
async function isOpened(page: Page): Promise<void> {
  const asked = `document.querySelector("[role=textbox][contenteditable=true]") !== null`;
  while ((await page.evaluate(asked)) !== true) await page.waitForTimeout(250);
}

/** Time for work after the last keystroke: updating the form, storing in the browser, and sending to HQ. */
const AFTERWARDS_MS = 2500;

/**
 * Returns the longest task of the page during an action and shortly after, in CPU time, so that other load isn't
 * counted.
 */
async function longestTaskMs(
  browser: Browser,
  page: Page,
  work: () => Promise<void>,
): Promise<number> {
  await browser.startTracing(page, {
    categories: ["toplevel", "disabled-by-default-devtools.timeline"],
  });
  await work();
  await page.waitForTimeout(AFTERWARDS_MS);
  const trace: unknown = JSON.parse((await browser.stopTracing()).toString("utf8"));
  const tasks = eventsOf(trace).filter(({ name }) => name.endsWith("RunTask"));
  if (tasks.length === 0) throw new Error("the trace has no tasks");
  return Math.max(...mainThread(eventsOf(trace), tasks).map(({ tdur = 0 }) => tdur / 1000));
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Thread CPU time in microseconds. */
  readonly tdur?: number;
  readonly args?: { readonly name?: unknown };
}

function eventsOf(trace: unknown): readonly TraceEvent[] {
  const isTrace = typeof trace === "object" && trace !== null && "traceEvents" in trace;
  if (!isTrace || !Array.isArray(trace.traceEvents)) throw new Error("this is no trace");
  return trace.traceEvents;
}

/** Returns the events of threads that run pages. */
function mainThread(
  all: readonly TraceEvent[],
  tasks: readonly TraceEvent[],
): readonly TraceEvent[] {
  const threads = new Set(
    all
      .filter(({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain")
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  return tasks.filter(({ pid, tid }) => threads.has(`${pid} ${tid}`));
}

const TITLE = "As long as may be";

/** Room left for typing. */
const SPARE = 4 * KEYS;

/** Creates a draft with a text of maximum length: headings, marks, lists, tables, and code. */
async function makeLongEntry(demo: Demo): Promise<void> {
  const part = [
    "## A heading",
    "Rain *falls* on **ground** and [stays](https://example.test). ".repeat(6).trim(),
    "- one\n- two\n- three",
    "| a | b |\n| - | - |\n| 1 | 2 |",
    "```js\nlet a = 1;\n```",
    "Plain words without any mark. ".repeat(14).trim(),
  ].join("\n\n");
  const parts = Math.floor((CHARACTERS - SPARE) / (part.length + 2));
  const body = `${`${part}\n\n`.repeat(parts)}End`;
  const hq = managementSession(demo);
  const { error } = await hq.POST("/sites/{site}/types/{api_id}/entries", {
    params: { path: { site: demo.siteId, api_id: "posts" } },
    body: { fields: { title: TITLE, body } },
  });
  if (error !== undefined) throw new Error("no entry was made", { cause: error });
}

interface Measured {
  readonly value: number;
  readonly unit: string;
  readonly limit: number;
}

function row(what: string, { value, unit, limit }: Measured): BenchRow {
  return { what, value, unit, target: `≤ ${limit} ${unit}`, met: value <= limit };
}
