import { CmsError } from "@loam/cms-core";
import type { Request, Response } from "express";
import type { Runner } from "../runner/runner.ts";
import { parameter } from "./read-request.ts";

/** Proxies close connections that are silent for longer. */
const COMMENT_MS = 15_000;

/**
 * Streams a run's log as server-sent events: `log` with its text, whose id is the end offset in bytes so that a
 * disconnected reader can resume there; then `end` with the run's final state.
 */
export async function streamLog(
  runner: Runner,
  id: string,
  { request, response }: { readonly request: Request; readonly response: Response },
): Promise<void> {
  const from = startOffset(request);
  if (runner.getRun(id) === undefined) throw noRun(id);
  const disconnected = new AbortController();
  response.on("close", () => disconnected.abort());
  response.status(200).type("text/event-stream").set("X-Accel-Buffering", "no");
  response.flushHeaders();
  const comments = setInterval(() => response.write(":\n\n"), COMMENT_MS);
  try {
    for await (const { end, text } of runner.readLog(id, { from, signal: disconnected.signal })) {
      const event = `id: ${end}\nevent: log\ndata: ${JSON.stringify({ text })}\n\n`;
      if (!response.write(event)) await waitForDrain(response, disconnected.signal);
    }
    if (!disconnected.signal.aborted) {
      const { state, exitCode, reason } = runner.getRun(id) ?? {};
      response.end(`event: end\ndata: ${JSON.stringify({ state, exitCode, reason })}\n\n`);
    }
  } finally {
    clearInterval(comments);
  }
}

export function noRun(id: string): CmsError {
  return new CmsError("not_found", `This worker has no run ${id.slice(0, 64)}.`);
}

function startOffset(request: Request): number {
  const text = request.get("last-event-id") ?? parameter(request, "from") ?? "0";
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new CmsError("invalid_request", "The start of the log must be a number of bytes.", {
    details: { param: "from" },
  });
}

/** Waits for a slow reader instead of buffering in memory. */
async function waitForDrain(response: Response, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const done = (): void => resolve(undefined);
  response.once("drain", done);
  signal.addEventListener("abort", done, { once: true });
  await promise;
  response.off("drain", done);
  signal.removeEventListener("abort", done);
}
