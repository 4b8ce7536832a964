import { type ChildProcess, fork } from "node:child_process";
import { hash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { LRUCache } from "lru-cache";
import pLimit from "p-limit";
import { escapeHtml } from "../http/plain-page.ts";

/** Next to this file, as source or compiled. */
const IS_SOURCE = import.meta.url.endsWith(".ts");
const PROGRAM = fileURLToPath(
  new URL(IS_SOURCE ? "html-child.ts" : "html-child.js", import.meta.url),
);

/** The process can read its own code. It has no network, writes no files, and starts no processes. */
const FLAGS = [
  "--permission",
  "--allow-addons",
  "--allow-fs-read=*",
  "--max-old-space-size=256",
  "--disable-warning=SecurityWarning",
  ...(IS_SOURCE ? ["--conditions=@loam/source"] : []),
];

/** The longest texts that people write take 200 ms. */
const DEADLINE_MS = 500;
/** Starting a process takes as long as a few hundred texts. */
const IDLE_MS = 30_000;
/** How long a text that timed out is shown unrendered before the next attempt. */
const TIMED_OUT_MS = 10 * 60_000;
const MAX_TIMED_OUT = 1000;

/** Maximum number of texts in progress, each in its own process. */
const limit = pLimit(3);
/** Sites with a text that timed out share a single slot. Otherwise a few such sites could block all others. */
const slowSiteLimit = pLimit(1);
const timedOutTexts = new LRUCache<string, true>({ max: MAX_TIMED_OUT, ttl: TIMED_OUT_MS });
const slowSites = new LRUCache<string, true>({ max: MAX_TIMED_OUT, ttl: TIMED_OUT_MS });
/** Processes that wait for a text, most recently used last. */
const idleProcesses: HtmlProcess[] = [];

export interface HtmlOptions {
  /** The site that the text belongs to. */
  readonly siteId: string;
  /** Time limit for one text. @default half a second */
  readonly deadlineMs?: number;
}

export interface RenderedText {
  readonly html: string;
  /** Whether the text timed out and is shown as source for now. */
  readonly isGivenUp: boolean;
}

/**
 * Converts Markdown to HTML without anything executable. Some texts within the length limit of rich text take the
 * parser minutes, and only killing its process stops it. So it runs in a separate process, and such a text is shown as
 * source (OPS-05).
 */
export async function renderInProcess(
  markdown: string,
  { siteId, deadlineMs = DEADLINE_MS }: HtmlOptions,
): Promise<RenderedText> {
  const name = hash("sha256", markdown);
  const takeTurn = slowSites.has(siteId) ? slowSiteLimit : limit;
  const html = timedOutTexts.has(name)
    ? undefined
    : await takeTurn(async () => renderOnce(markdown, deadlineMs));
  if (html !== undefined) return { html, isGivenUp: false };
  if (!timedOutTexts.has(name)) {
    timedOutTexts.set(name, true);
    slowSites.set(siteId, true);
  }
  return { html: `<pre>${escapeHtml(markdown)}</pre>`, isGivenUp: true };
}

async function renderOnce(markdown: string, deadlineMs: number): Promise<string | undefined> {
  const process = takeIdleProcess() ?? (await startHtmlProcess());
  const html = await process.render(markdown, deadlineMs);
  idleProcesses.push(process);
  return html;
}

function takeIdleProcess(): HtmlProcess | undefined {
  for (let process = idleProcesses.pop(); process !== undefined; process = idleProcesses.pop()) {
    if (process.usable()) return process;
  }
  return undefined;
}

interface HtmlProcess {
  usable(): boolean;
  /** Returns `undefined` if the HTML isn't ready in time. The process has ended or is still working. */
  render(markdown: string, deadlineMs: number): Promise<string | undefined>;
}

async function startHtmlProcess(): Promise<HtmlProcess> {
  const child = fork(PROGRAM, [], {
    env: {},
    execArgv: FLAGS,
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  let usable = true;
  const end = (): void => {
    usable = false;
    child.kill("SIGKILL");
  };
  if ((await nextReply(child)) === undefined) {
    throw new Error("The process that converts Markdown to HTML does not start.");
  }
  // Must not keep the main process running.
  child.unref();
  child.channel?.unref();
  const idle = setTimeout(end, IDLE_MS).unref();
  return {
    usable: () => usable && child.connected,
    async render(markdown, deadlineMs) {
      const deadline = setTimeout(end, deadlineMs);
      idle.refresh();
      child.send(markdown);
      const reply = await nextReply(child);
      clearTimeout(deadline);
      return typeof reply?.["html"] === "string" ? reply["html"] : undefined;
    },
  };
}

/** Returns the next message, or `undefined` if the process ends first. */
function nextReply(child: ChildProcess): Promise<Readonly<Record<string, unknown>> | undefined> {
  const { promise, resolve } = Promise.withResolvers<
    Readonly<Record<string, unknown>> | undefined
  >();
  const onExit = (): void => resolve(undefined);
  const onMessage = (reply: unknown): void => resolve({ ...Object(reply) });
  child.once("exit", onExit).once("error", onExit).once("message", onMessage);
  return promise.finally(() => {
    child.off("exit", onExit).off("error", onExit).off("message", onMessage);
  });
}
