import type { QueryKey } from "@tanstack/react-query";
import { isToldAs, type Topic } from "./event-stream.ts";

/** Everything that HQ tells of a site. */
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

/** What is read again: keys below the site's own, `itself` for the site as it is named in lists, or all of it. */
type Renewed = "all" | { readonly itself?: true; readonly below?: readonly QueryKey[] };

/** What of an entry's commit is shown where no entry is open. */
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
  // What a proposal changes is counted against what everybody works on.
  ["changes", "one"],
  ["changes", "checks"],
] as const;

function entryOf({ id, type }: SiteEvent["data"]): Renewed {
  return { below: [...CONTENT, ["entry", type, id], ["history", type, id]] };
}

function publishedEntry(data: SiteEvent["data"]): Renewed {
  const of = entryOf(data);
  return of === "all" ? of : { below: [...(of.below ?? []), ["log"], ["releases"]] };
}

function changeRequest(): Renewed {
  return { below: [["changes"]] };
}

function upstream(): Renewed {
  return { below: [["upstream"], ["notices"]] };
}

/** Which event has which answers read again: the only place where that is said. */
const RENEWED_BY: Readonly<Record<EventName, (data: SiteEvent["data"]) => Renewed>> = {
  ready: () => ({}),
  reset: () => "all",
  "entry.saved": entryOf,
  "entry.deleted": entryOf,
  "entry.published": publishedEntry,
  "entry.unpublished": publishedEntry,
  "type.changed": ({ type }) => ({
    below: [["types"], ["schema", type], ["entries"], ["entry", type], ["problems"], ["activity"]],
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
  // It says itself who is there, and how far work is.
  "presence.changed": () => ({}),
  "job.progress": () => ({}),
  "publisher.stuck": () => ({ itself: true, below: [["notices"]] }),
  "publisher.recovered": () => ({ itself: true, below: [["notices"]] }),
};

export interface RenewedQueries {
  readonly queryKey: QueryKey;
  /** Whether keys that begin with it are others. */
  readonly exact: boolean;
}

/** What is read again after an event. */
export function renewedBy(site: string, { event, data }: SiteEvent): readonly RenewedQueries[] {
  const renewed = RENEWED_BY[event](data);
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

/** What happens at a site. */
export function siteTopic(site: string): Topic<SiteEvent> {
  return {
    name: site,
    address: `/api/manage/sites/${site}/events`,
    events: EVENTS,
    isEvent: (told) => isToldAs(NAMES, told),
  };
}
