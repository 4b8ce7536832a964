import { type CommitEvents, type SiteEvent } from "@loam/cms-core/history";
import { z } from "zod";
import { SITE_CHANGES, type SiteChange } from "../../api/site-changes.ts";
import { personHere } from "./presence.ts";

/** The position of a reader of a site's events: the commits of both branches up to which it was told. */
export interface Position {
  readonly main: string;
  /** Absent while nothing was published. */
  readonly published?: string;
}

/** How far long work on a site is. */
export interface JobProgress {
  readonly job: string;
  /** `export`, `duplicate`, … */
  readonly kind: string;
  readonly state: "running" | "done" | "failed";
  readonly done: number;
  /** Absent where nobody knows before the end. */
  readonly total?: number;
}

/** One event of the stream. */
export interface LiveMessage {
  /** `reset` tells to read everything again: what happened cannot be told one by one. */
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
  /** The reader's position once it has this; absent while more of the same commit follows. */
  readonly at?: Position;
  readonly data: Readonly<Record<string, unknown>>;
}

/** One event, as the document describes it: each key is a line of the stream. */
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

/** A commit as messages; the last of them moves the reader on. */
export function commitMessages(
  { commit, when, by, action, events, more }: CommitEvents,
  at: Position,
): readonly LiveMessage[] {
  const about = { commit, at: when, by, ...(action !== undefined && { action }) };
  const told = events.map(({ kind, ...what }): LiveMessage => ({
    event: kind,
    data: { ...about, ...what },
  }));
  if (more) told.push({ event: "reset", data: about });
  const last = told.pop();
  return last === undefined ? [] : [...told, { ...last, at }];
}

/** A message as the bytes of an event stream (WHATWG HTML, "Server-sent events"). */
export function printMessage({ event, at, data }: LiveMessage): string {
  const id = at === undefined ? "" : `id: ${printPosition(at)}\n`;
  // JSON holds no line break, so that the data is one line whatever people wrote.
  return `${id}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

const NONE = "none";

function printPosition({ main, published = NONE }: Position): string {
  return `${main}.${published}`;
}

/** What `Last-Event-ID` says; undefined for what no stream of ours gave. */
export function parsePosition(text: string): Position | undefined {
  const [, main, published] = /^([0-9a-f]{40})\.([0-9a-f]{40}|none)$/.exec(text) ?? [];
  if (main === undefined) return undefined;
  return { main, ...(published !== undefined && published !== NONE && { published }) };
}
