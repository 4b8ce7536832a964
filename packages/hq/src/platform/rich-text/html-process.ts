import { type ChildProcess, fork } from "node:child_process";
import { hash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { LRUCache } from "lru-cache";
import pLimit from "p-limit";
import { escapeHtml } from "../http/plain-page.ts";

/** Beside this file, as source or compiled. */
const PROGRAM = fileURLToPath(
  new URL(import.meta.url.endsWith(".ts") ? "html-child.ts" : "html-child.js", import.meta.url),
);

/** It reads its own code; it needs no network, writes no files and starts no programs. */
const FLAGS = [
  "--permission",
  "--allow-addons",
  "--allow-fs-read=*",
  "--max-old-space-size=256",
  "--disable-warning=SecurityWarning",
];

/** The longest text that people write takes it a fifth of a second. */
const DEADLINE_MS = 500;
/** Starting it takes as long as some hundred texts. */
const IDLE_MS = 30_000;
/** How long a text that was given up is shown plainly before it is tried again. */
const GIVEN_UP_MS = 10 * 60_000;
const MAX_GIVEN_UP = 1000;

/** Texts at a time, each in a process of its own. */
const inTurn = pLimit(3);
/**
 * Sites one of whose texts was given up take turns with each other alone: with texts like that one after the other,
 * some such sites together would keep all others waiting.
 */
const inSlowTurn = pLimit(1);
const givenUp = new LRUCache<string, true>({ max: MAX_GIVEN_UP, ttl: GIVEN_UP_MS });
const slowSites = new LRUCache<string, true>({ max: MAX_GIVEN_UP, ttl: GIVEN_UP_MS });
/** Those that wait for a text, the last used last. */
const resting: HtmlProcess[] = [];

export interface HtmlOptions {
  /** Whose text it is. */
  readonly siteId: string;
  /** How long one text may take. @default half a second */
  readonly deadlineMs?: number;
}

export interface RenderedText {
  readonly html: string;
  /** Whether it is shown as it was written, for now. */
  readonly isGivenUp: boolean;
}

/**
 * Markdown as HTML in which nothing runs. Some texts of a rich text field's length take the parser minutes,
 * in which nothing can stop it but the end of its process: so it has one of its own, and such a text is
 * shown as it was written (OPS-05).
 */
export async function renderInProcess(
  markdown: string,
  { siteId, deadlineMs = DEADLINE_MS }: HtmlOptions,
): Promise<RenderedText> {
  const name = hash("sha256", markdown);
  const takeTurn = slowSites.has(siteId) ? inSlowTurn : inTurn;
  const html = givenUp.has(name)
    ? undefined
    : await takeTurn(async () => renderOnce(markdown, deadlineMs));
  if (html !== undefined) return { html, isGivenUp: false };
  if (!givenUp.has(name)) {
    givenUp.set(name, true);
    slowSites.set(siteId, true);
  }
  return { html: `<pre>${escapeHtml(markdown)}</pre>`, isGivenUp: true };
}

async function renderOnce(markdown: string, deadlineMs: number): Promise<string | undefined> {
  const process = restingProcess() ?? (await startHtmlProcess());
  const html = await process.render(markdown, deadlineMs);
  resting.push(process);
  return html;
}

function restingProcess(): HtmlProcess | undefined {
  for (let process = resting.pop(); process !== undefined; process = resting.pop()) {
    if (process.usable()) return process;
  }
  return undefined;
}

interface HtmlProcess {
  usable(): boolean;
  /**
   * `undefined` where there is no HTML in time; the process has ended then, or is still working.
   */
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
  // It does not keep the program running.
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

/** The next thing that it says; `undefined` when it ends before. */
function nextReply(child: ChildProcess): Promise<Readonly<Record<string, unknown>> | undefined> {
  const { promise, resolve } = Promise.withResolvers<
    Readonly<Record<string, unknown>> | undefined
  >();
  const ended = (): void => resolve(undefined);
  const said = (reply: unknown): void => resolve({ ...Object(reply) });
  child.once("exit", ended).once("error", ended).once("message", said);
  return promise.finally(() => {
    child.off("exit", ended).off("error", ended).off("message", said);
  });
}
