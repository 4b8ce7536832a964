import { isEventNamed, type ServerEvent, type Topic } from "./event-stream.ts";
import type { QueryFilter } from "./site-event-queries.ts";

const EVENTS = ["ready", "reset", "skill.changed", "run.changed", "worker.changed"] as const;

export interface WorkspaceEvent extends ServerEvent {
  readonly event: (typeof EVENTS)[number];
}

const NAMES: ReadonlySet<WorkspaceEvent["event"]> = new Set(EVENTS);

/** Returns the event topic of a workspace. */
export function workspaceTopic(ws: string): Topic<WorkspaceEvent> {
  return {
    name: `workspace/${ws}`,
    address: `/api/manage/workspaces/${encodeURIComponent(ws)}/events`,
    events: EVENTS,
    isEvent: (told) => isEventNamed(NAMES, told),
  };
}

/** Returns the queries to refetch after an event. */
export function workspaceEventQueries(
  ws: string,
  { event, data }: WorkspaceEvent,
): readonly QueryFilter[] {
  const below = (...keys: readonly (readonly unknown[])[]): readonly QueryFilter[] =>
    keys.map((key) => ({ queryKey: ["workspace", ws, ...key], exact: false }));
  switch (event) {
    case "ready":
      return [];
    case "reset":
      return below([]);
    case "skill.changed":
      return below(["skills"], ["skill", data["name"]], ["readiness"]);
    case "run.changed": {
      const { id, parentId } = data;
      return below(["runs"], ["run", id], ...(parentId === undefined ? [] : [["run", parentId]]));
    }
    case "worker.changed":
      return below(["workers"], ["worker", data["id"]], ["readiness"], ["advice"]);
  }
}
