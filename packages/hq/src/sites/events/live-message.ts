import { type CommitEvents, type SiteEvent } from "@loam/cms-core/history";
import { z } from "zod";
import { SITE_CHANGES, type SiteChange } from "../../api/site-changes.ts";
import { personHere } from "./presence.ts";

/** Position in a site's events: the commits of both branches that the reader has received. */
export interface Position {
  readonly main: string;
  /** Absent while nothing is published. */
  readonly published?: string;
}

/** Progress of a long-running job on a site. */
export interface JobProgress {
  readonly job: string;
  /** `export`, `duplicate`, … */
  readonly kind: string;
  readonly state: "running" | "done" | "failed";
  readonly done: number;
  /** Absent if the total isn't known in advance. */
  readonly total?: number;
}

/** An event of the stream. */
export interface LiveMessage {
  /** `reset`: the reader must reload everything, because the individual events aren't available. */
  readonly event:
    | SiteEvent["kind"]
    | SiteChange
    | "presence.changed"
    | "branch.rewritten"
    | "job.progress"
    | "publisher.stuck"
    | "publisher.recovered"
    | "ready"
    | "reset";
  /** The reader's position after this message. Absent while more messages of the same commit follow. */
  readonly at?: Position;
  readonly data: Readonly<Record<string, unknown>>;
}

/** One event in the API document. Each key is a line of the stream. */
export const liveEvent: z.ZodType = z
  .object({
    event: z.enum([
      "ready",
      "reset",
      "entry.saved",
      "entry.deleted",
      "entry.published",
      "entry.unpublished",
      "type.changed",
      "media.changed",
      ...SITE_CHANGES,
      "presence.changed",
      "branch.rewritten",
      "job.progress",
      "publisher.stuck",
      "publisher.recovered",
    ]),
    id: z
      .string()
      .exactOptional()
      .meta({ description: "Send it as `Last-Event-ID`. Set only on the last event of a commit." }),
    data: z
      .object({
        commit: z.string().exactOptional(),
        at: z.string().exactOptional(),
        by: z.string().exactOptional().meta({ description: "Name of the author." }),
        user: z.string().exactOptional().meta({ description: "ID of the user who changed it." }),
        action: z.string().exactOptional().meta({ description: "`create`, `restore`, `import` …" }),
        id: z.string().exactOptional().meta({ description: "ID of the entry or media record." }),
        type: z.string().exactOptional(),
        slug: z.string().exactOptional(),
        job: z.string().exactOptional(),
        kind: z.string().exactOptional(),
        state: z.enum(["running", "done", "failed"]).exactOptional(),
        done: z.number().exactOptional(),
        total: z.number().exactOptional(),
        people: z
          .array(personHere)
          .readonly()
          .exactOptional()
          .meta({ description: "All users who have the entry open." }),
      })
      .meta({ description: "JSON on one line." }),
  })
  .meta({ id: "LiveEvent" });

/** Converts a commit to messages. The last one advances the reader's position. */
export function commitMessages(
  { commit, when, by, action, events, more }: CommitEvents,
  at: Position,
): readonly LiveMessage[] {
  const about = { commit, at: when, by, ...(action !== undefined && { action }) };
  const messages = events.map(({ kind, ...fields }): LiveMessage => ({
    event: kind,
    data: { ...about, ...fields },
  }));
  if (more) messages.push({ event: "reset", data: about });
  const last = messages.pop();
  return last === undefined ? [] : [...messages, { ...last, at }];
}

/** Formats a message for an event stream (WHATWG HTML, "Server-sent events"). */
export function printMessage({ event, at, data }: LiveMessage): string {
  const id = at === undefined ? "" : `id: ${printPosition(at)}\n`;
  // JSON contains no raw line breaks, so the data is always one line.
  return `${id}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

const NONE = "none";

function printPosition({ main, published = NONE }: Position): string {
  return `${main}.${published}`;
}

/** Parses a `Last-Event-ID`. Returns undefined for text that HQ did not send. */
export function parsePosition(text: string): Position | undefined {
  const [, main, published] = /^([0-9a-f]{40})\.([0-9a-f]{40}|none)$/.exec(text) ?? [];
  if (main === undefined) return undefined;
  return { main, ...(published !== undefined && published !== NONE && { published }) };
}
