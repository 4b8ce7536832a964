import { pipeline } from "node:stream/promises";
import { CmsError } from "@loam/cms-core";
import { wholeCharacters } from "@loam/cms-core/program";
import type { Response } from "express";
import { z } from "zod";
import { defineStream, type Route } from "../../api/route.ts";
import type { ControlDatabase } from "../../platform/db/database.ts";
import {
  createPlaces,
  type EventStream,
  openEventStream,
} from "../../sites/events/event-routes.ts";
import { inProject } from "../projects/in-project.ts";
import { READ_BYTES, type RunLogs } from "./run-logs.ts";
import { FINAL_STATES } from "./run-plan.ts";
import { findRun } from "./run-table.ts";
import type { RunRow } from "./runs.ts";

interface LogDeps {
  readonly database: ControlDatabase;
  readonly logs: RunLogs;
}

const params = z.object({ id: z.string() });

/** One event of a followed log. */
const logEvent = z
  .object({
    event: z.enum(["output", "state", "end"]),
    id: z.string().exactOptional().meta({
      description: "For `output`: the offset of its end in bytes. Send it as `Last-Event-ID`.",
    }),
    data: z.object({ text: z.string().exactOptional(), state: z.string().exactOptional() }),
  })
  .meta({ id: "RunLogEvent" });

/** `/workspaces/{ws}/runs/{id}/log`, live and as text. */
export function runLogRoutes(deps: LogDeps): readonly Route[] {
  const { database, logs } = deps;
  const places = createPlaces(MAX_STREAMS);
  const find = async (workspaceId: string, id: string): Promise<RunRow> => {
    const run = await findRun(database, { workspaceId, id });
    if (run.skill !== null) return run;
    throw new CmsError("not_found", "A workflow run has no output. See the runs of its steps.");
  };
  return [
    defineStream({
      method: "get",
      path: "/workspaces/{ws}/runs/{id}/log",
      id: "followRunLog",
      summary: "Stream the output of a run. Events are `output`, `state`, and finally `end`",
      policy: inProject("run.read-log", "run"),
      input: { params },
      headers: z.object({
        "Last-Event-ID": z.string().exactOptional().meta({
          description: "`id` of the last event received. The stream continues from there.",
        }),
      }),
      mediaType: "text/event-stream",
      schema: logEvent,
      handle: async ({ workspace, actor, params: { id }, request, response, authorise }) => {
        const run = await find(workspace.id, id);
        if (request.method === "HEAD") {
          response.set("Content-Type", "text/event-stream; charset=utf-8").end();
          return;
        }
        const last = request.headers["last-event-id"];
        const from = typeof last === "string" && /^\d{1,12}$/.test(last) ? Number(last) : 0;
        const leave = places.take(actor.userId);
        try {
          await follow(deps, run, { from, stream: openEventStream(response, { authorise }) });
        } finally {
          leave();
        }
      },
    }),
    defineStream({
      method: "get",
      path: "/workspaces/{ws}/runs/{id}/log/text",
      id: "getRunLog",
      summary: "Get the output of a run so far, as text",
      policy: inProject("run.read-log", "run"),
      input: { params },
      mediaType: "text/plain",
      handle: async ({ workspace, params: { id }, request, response }) => {
        await find(workspace.id, id);
        response.set({
          "Content-Type": "text/plain; charset=utf-8",
          "Cache-Control": "private, no-store",
          "X-Content-Type-Options": "nosniff",
        });
        if (request.method === "HEAD") response.end();
        else await sendAll(logs, id, response);
      },
    }),
  ];
}

/** Per user, in this process. */
const MAX_STREAMS = 20;
/** Polled, because another process might have received the worker's output. */
const POLL_EVERY_MS = 1000;

async function follow(
  { database, logs }: LogDeps,
  run: RunRow,
  { from, stream }: { readonly from: number; readonly stream: EventStream },
): Promise<void> {
  let offset = from;
  let { state } = run;
  const disconnected = new AbortController();
  const closed = stream.closed.then(() => disconnected.abort());
  stream.sendText(printEvent("state", { state }));
  while (!disconnected.signal.aborted) {
    const changed = logs.changed(run.id);
    const bytes = await logs.read(run.id, offset);
    const isFinal = FINAL_STATES.has(state);
    const isRest = isFinal && bytes.length < READ_BYTES;
    const complete = isRest ? bytes : bytes.subarray(0, wholeCharacters(bytes));
    if (complete.length > 0) {
      offset += complete.length;
      stream.sendText(`id: ${offset}\n${printEvent("output", { text: complete.toString() })}`);
      await stream.drained();
      continue;
    }
    if (isFinal) break;
    const now = await database
      .selectFrom("runs")
      .select("state")
      .where("id", "=", run.id)
      .executeTakeFirst();
    if (now === undefined) break;
    if (now.state !== state) {
      ({ state } = now);
      stream.sendText(printEvent("state", { state }));
      continue;
    }
    await Promise.race([changed, closed, pause()]);
  }
  stream.sendText(printEvent("end", { state }));
  await stream.drained();
  stream.end();
  await closed;
}

function pause(): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, POLL_EVERY_MS).unref());
}

function printEvent(event: string, data: Readonly<Record<string, string>>): string {
  // JSON contains no raw line breaks, so the data is always one line.
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

async function sendAll(logs: RunLogs, id: string, response: Response): Promise<void> {
  async function* parts(): AsyncGenerator<Buffer> {
    for (let offset = 0; ;) {
      const bytes = await logs.read(id, offset);
      if (bytes.length === 0) return;
      offset += bytes.length;
      yield bytes;
    }
  }
  await pipeline(parts(), response);
}
