import { z } from "zod";
import { defineStream, type Route } from "../../api/route.ts";
import { inWorkspace } from "../../people/workspaces/policies.ts";
import { createPlaces, openEventStream } from "../../sites/events/event-routes.ts";
import type { WorkspaceEvent } from "./diff-snapshots.ts";
import type { WorkspaceEvents } from "./workspace-events.ts";

/** One event in the API document. Each key is a line of the stream. */
const workspaceEvent = z
  .object({
    event: z.enum(["ready", "skill.changed", "run.changed", "worker.changed"]),
    data: z.object({
      name: z.string().exactOptional().meta({ description: "ID of the skill or worker." }),
      version: z
        .int()
        .nullable()
        .exactOptional()
        .meta({ description: "Version of the skill; null if it was deleted." }),
      commit: z.string().exactOptional(),
      at: z.string().exactOptional(),
      by: z.string().exactOptional().meta({ description: "Name of the author of the version." }),
      id: z.string().exactOptional().meta({ description: "ID of the run or worker." }),
      state: z.string().exactOptional().meta({ description: "ID of the run or worker." }),
      parentId: z
        .string()
        .exactOptional()
        .meta({ description: "The workflow run that the run is a step of." }),
      workerId: z.string().exactOptional().meta({ description: "State of the run." }),
    }),
  })
  .meta({ id: "WorkspaceEvent" });

/** Per user, in this process. */
const MAX_STREAMS = 20;

/** `/workspaces/{ws}/events`: live events of the workspace. */
export function workspaceEventRoutes({
  hub: { events },
}: {
  readonly hub: { readonly events: WorkspaceEvents };
}): readonly Route[] {
  const places = createPlaces(MAX_STREAMS);
  return [
    defineStream({
      method: "get",
      path: "/workspaces/{ws}/events",
      id: "streamWorkspaceEvents",
      summary:
        "Stream the events of the workspace. Events are skill.changed, run.changed, and worker.changed, within a second or two. The first event is `ready`. Earlier changes are not sent, so read the state after `ready`",
      policy: inWorkspace("skill.read"),
      input: {},
      mediaType: "text/event-stream",
      schema: workspaceEvent,
      handle: async ({ workspace, actor, request, response, authorise }) => {
        if (request.method === "HEAD") {
          response.set("Content-Type", "text/event-stream; charset=utf-8").end();
          return;
        }
        const leave = places.take(actor.userId);
        try {
          const waiting: string[] = [];
          const follower = {
            take: (newEvents: readonly WorkspaceEvent[]): void => {
              const text = newEvents.map(({ event, data }) => printEvent(event, data)).join("");
              if (stream === undefined) waiting.push(text);
              else stream.sendText(text);
            },
            end: () => stream?.end(),
          };
          let stream: ReturnType<typeof openEventStream> | undefined;
          // Before the response starts, so that an unreadable workspace returns a problem.
          const stop = await events.listen(workspace.id, follower);
          stream = openEventStream(response, { authorise });
          stream.sendText(printEvent("ready", {}) + waiting.join(""));
          await stream.closed;
          stop();
        } finally {
          leave();
        }
      },
    }),
  ];
}

function printEvent(event: string, data: WorkspaceEvent["data"]): string {
  // JSON contains no raw line breaks, so the data is always one line.
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
