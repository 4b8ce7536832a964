import type { QueryKey } from "@tanstack/react-query";
import { isEventNamed, type Topic } from "./event-stream.ts";

/** All events of a site. */
const EVENTS = [
  "ready",
  "reset",
  "entry.saved",
  "entry.deleted",
  "entry.published",
  "entry.unpublished",
  "type.changed",
  "media.changed",
  "branch.rewritten",
  "settings.changed",
  "access.changed",
  "key.changed",
  "release.changed",
  "schedule.changed",
  "webhook.changed",
  "upstream.changed",
  "upstream.synced",
  "upstream.failed",
  "upstream.rewritten",
  "change.opened",
  "change.updated",
  "change.commented",
  "change.reviewed",
  "change.merged",
  "change.closed",
  "presence.changed",
  "job.progress",
  "publisher.stuck",
  "publisher.recovered",
] as const;

type EventName = (typeof EVENTS)[number];

export interface SiteEvent {
  readonly event: EventName;
  readonly data: Readonly<Record<string, unknown>>;
}

/** What to refetch: keys below the site's key, `itself` for the site in lists, or everything. */
type AffectedQueries = "all" | { readonly itself?: true; readonly below?: readonly QueryKey[] };

/** Queries that show parts of entries, even when no entry is open. */
const CONTENT = [
  ["entries"],
  ["types"],
  ["activity"],
  ["problems"],
  ["deleted"],
  ["schedule"],
  ["notices"],
  ["media", "pages"],
  ["media", "users"],
  // The changes of a change request are relative to `main`.
  ["changes", "one"],
  ["changes", "checks"],
] as const;

function entryOf({ id, type }: SiteEvent["data"]): AffectedQueries {
  return { below: [...CONTENT, ["entry", type, id], ["history", type, id]] };
}

function publishedEntry(data: SiteEvent["data"]): AffectedQueries {
  const of = entryOf(data);
  return of === "all" ? of : { below: [...(of.below ?? []), ["log"], ["releases"]] };
}

function changeRequest(): AffectedQueries {
  return { below: [["changes"]] };
}

function upstream(): AffectedQueries {
  return { below: [["upstream"], ["notices"]] };
}

/** Which event refetches which queries. This is the only place that defines it. */
const QUERIES_BY_EVENT: Readonly<Record<EventName, (data: SiteEvent["data"]) => AffectedQueries>> =
  {
    ready: () => ({}),
    reset: () => "all",
    "entry.saved": entryOf,
    "entry.deleted": entryOf,
    "entry.published": publishedEntry,
    "entry.unpublished": publishedEntry,
    "type.changed": ({ type }) => ({
      below: [
        ["types"],
        ["schema", type],
        ["entries"],
        ["entry", type],
        ["problems"],
        ["activity"],
      ],
    }),
    "media.changed": () => ({ below: [["media"], ["activity"], ["entries"]] }),
    "branch.rewritten": () => "all",
    "settings.changed": () => ({ itself: true, below: [["settings"], ["preview"]] }),
    "access.changed": () => ({ itself: true, below: [["access"]] }),
    "key.changed": () => ({ below: [["keys"]] }),
    "release.changed": () => ({ below: [["releases"], ["schedule"], ["notices"], ["log"]] }),
    "schedule.changed": () => ({ below: [["schedule"], ["notices"], ["releases"], ["entries"]] }),
    "webhook.changed": () => ({ below: [["webhooks"], ["notices"]] }),
    "upstream.changed": upstream,
    "upstream.synced": upstream,
    "upstream.failed": upstream,
    "upstream.rewritten": upstream,
    "change.opened": changeRequest,
    "change.updated": changeRequest,
    "change.commented": changeRequest,
    "change.reviewed": changeRequest,
    "change.merged": changeRequest,
    "change.closed": changeRequest,
    // These events carry their data, so nothing is refetched.
    "presence.changed": () => ({}),
    "job.progress": () => ({}),
    "publisher.stuck": () => ({ itself: true, below: [["notices"]] }),
    "publisher.recovered": () => ({ itself: true, below: [["notices"]] }),
  };

export interface QueryFilter {
  readonly queryKey: QueryKey;
  /** Whether to match the key exactly instead of as a prefix. */
  readonly exact: boolean;
}

/** Returns the queries to refetch after an event. */
export function siteEventQueries(site: string, { event, data }: SiteEvent): readonly QueryFilter[] {
  const renewed = QUERIES_BY_EVENT[event](data);
  const all = [
    { queryKey: ["site", site], exact: renewed !== "all" },
    { queryKey: ["workspaces"], exact: true },
  ];
  if (renewed === "all") return all;
  const below = (renewed.below ?? []).map((key) => {
    return { queryKey: ["site", site, ...key], exact: false };
  });
  return renewed.itself === true ? [...all, ...below] : below;
}

const NAMES: ReadonlySet<EventName> = new Set(EVENTS);

/** Returns the event topic of a site. */
export function siteTopic(site: string): Topic<SiteEvent> {
  return {
    name: site,
    address: `/api/manage/sites/${site}/events`,
    events: EVENTS,
    isEvent: (told) => isEventNamed(NAMES, told),
  };
}
