import { type ChildProcess, fork } from "node:child_process";
import { hash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { LRUCache } from "lru-cache";
import pLimit from "p-limit";
import { escapeHtml } from "../../../platform/http/plain-page.ts";

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
const DEADLINE_MS = 5000;
/** Starting it takes as long as some hundred texts. */
const IDLE_MS = 30_000;
/** How long a text that was given up is shown plainly before it is tried again. */
const GIVEN_UP_MS = 10 * 60_000;
const MAX_GIVEN_UP = 1000;

const oneAtATime = pLimit(1);
const givenUp = new LRUCache<string, true>({ max: MAX_GIVEN_UP, ttl: GIVEN_UP_MS });
let running: HtmlProcess | undefined;

export interface HtmlOptions {
  /** How long one text may take. @default five seconds */
  readonly deadlineMs?: number;
}

/**
 * Markdown as HTML in which nothing runs. Some texts of a rich text field's length take the parser minutes,
 * in which nothing can stop it but the end of its process: so it has one of its own, and such a text is
 * shown as it was written (OPS-05).
 */
export async function renderInProcess(
  markdown: string,
  { deadlineMs = DEADLINE_MS }: HtmlOptions = {},
): Promise<string> {
  const name = hash("sha256", markdown);
  const html = await oneAtATime(async () => {
    if (givenUp.has(name)) return undefined;
    if (running?.usable() !== true) running = await startHtmlProcess();
    return running.render(markdown, deadlineMs);
  });
  if (html !== undefined) return html;
  givenUp.set(name, true);
  return `<pre>${escapeHtml(markdown)}</pre>`;
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
    throw new Error("The process that turns Markdown into HTML does not start.");
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
