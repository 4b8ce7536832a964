import { CmsError } from "../base/errors.ts";
import { parseJson } from "../base/text.ts";
import { isOid } from "../git/objects/object-id.ts";
import { parseTreePath } from "../git/objects/tree.ts";
import type { GitRepository } from "../git/repository/repository.ts";
import { PUBLISHED_REF } from "../publish/branch/published-tree.ts";
import type { SiteStore } from "../site/site-store.ts";
import { type EntryPlace, lastPlace, placeKey } from "./entry-place.ts";
import { type LedgerStep, publishedStart, walkLedger } from "./published-log.ts";
import { publishEvent, saveEvent, type TimelineEvent } from "./timeline-events.ts";
import { type EntryStep, walkEntry } from "./walk-entry.ts";

// Number of unfinished branches with changes to one entry that can be followed at the same time.
const MAX_PLACES = 64;

export interface TimelineOptions {
  /** @default 50 */
  readonly limit?: number;
  /** `next` of the previous page. */
  readonly cursor?: string;
}

export interface Timeline {
  /** Newest first. */
  readonly events: readonly TimelineEvent[];
  /** Start of the next page; undefined on the last one. */
  readonly next?: string;
}

/**
 * Returns the history of an entry, newest first: saves, renames, restores, its deletion, and its publishes. Renames are
 * tracked by id, including pushed ones. (Specification, "Versioning".)
 *
 * @throws CmsError `content_not_found` if no commit ever contained the entry, `invalid_cursor`
 */
export async function entryTimeline(
  store: SiteStore,
  id: string,
  { limit = 50, cursor }: TimelineOptions = {},
): Promise<Timeline> {
  const start =
    cursor === undefined ? await timelineStart(store, id) : await resumeTimeline(store, cursor);
  const events: TimelineEvent[] = [];
  let next = start;
  for await (const { event, older } of eventsFrom(store, id, start)) {
    if (events.length >= Math.max(1, limit)) return { events, next: printTimelineCursor(next) };
    events.push(event);
    next = older;
  }
  return { events };
}

/** Current or last place of the entry, and of its ledger file. */
async function timelineStart(store: SiteStore, id: string): Promise<TimelineStart> {
  const main = await mainPlaces(store, id);
  const published = await publishedStart(store.repository, id);
  if (main.length > 0 || published !== undefined) return { main, published };
  throw new CmsError("content_not_found", `No commit of this site contains an entry ${id}.`);
}

/** Returns where a walk over all versions of an entry on `main` starts; empty if it never existed. */
export async function mainPlaces(store: SiteStore, id: string): Promise<readonly EntryPlace[]> {
  const commit = store.head();
  const path = store.entryById(id)?.path;
  if (path !== undefined) return [{ commit, path }];
  return (await lastPlace(store.repository, id, commit)) ?? [];
}

/** Accepts only commits in the history of the two branches, whatever a cursor contains. */
async function resumeTimeline(
  { repository, head }: SiteStore,
  cursor: string,
): Promise<TimelineStart> {
  const start = parseTimelineCursor(cursor);
  const tip = await repository.resolveRef(PUBLISHED_REF);
  const commits = start.main.map(({ commit }) => commit);
  const { published } = start;
  const isKnown =
    (await repository.areAncestors(commits, head())) &&
    (published === undefined ||
      (tip !== undefined && (await repository.areAncestors([published.commit], tip))));
  if (isKnown) return start;
  throw badTimelineCursor();
}

/** Yields the events of both branches by time, each with the start of those before it. */
async function* eventsFrom(
  { repository }: SiteStore,
  id: string,
  start: TimelineStart,
): AsyncGenerator<{ readonly event: TimelineEvent; readonly older: TimelineStart }> {
  const saves = walkEntry(repository, id, start.main);
  const publishes = walkLedger(repository, id, start.published);
  let { main, published } = start;
  // Starts with the publish log: for a large site, it reads megabytes of ledgers while the other log starts.
  let [publish, save] = await Promise.all([publishes.next(), saves.next()]);
  for (;;) {
    const isSave =
      save.done !== true &&
      (publish.done === true || (await isAfter(repository, save.value, publish.value)));
    if (publish.done !== true && !isSave) {
      const { logged } = publish.value;
      published = parentPlace(published, logged.parents[0]);
      yield { event: publishEvent(publish.value), older: { main, published } };
      publish = await publishes.next();
    } else if (save.done !== true) {
      main = olderPlaces(main, save.value);
      yield { event: saveEvent(save.value), older: { main, published } };
      save = await saves.next();
    } else return;
  }
}

const SECOND = 1000;

/**
 * Commits from outside HQ have whole seconds, and clocks of several machines differ slightly. Within a second, the
 * commit that was published comes before its publish.
 */
async function isAfter(
  repository: GitRepository,
  { logged: save }: EntryStep,
  { logged: publish, record }: LedgerStep,
): Promise<boolean> {
  const isPublish = publish.trailers["Loam-Action"] === "publish";
  const isClose = Math.abs(save.time - publish.time) < SECOND;
  if (!isPublish || !isClose) return save.time > publish.time;
  return !(await repository.areAncestors([save.commit], record.sourceCommit));
}

function parentPlace(
  place: EntryPlace | undefined,
  commit: string | undefined,
): EntryPlace | undefined {
  return place === undefined || commit === undefined ? undefined : { ...place, commit };
}

/** Returns the places from which a walk continues after a step. */
function olderPlaces(
  places: readonly EntryPlace[],
  { reached, previous }: EntryStep,
): readonly EntryPlace[] {
  const done = new Set(reached.map(placeKey));
  const left = places.filter((place) => !done.has(placeKey(place)));
  return [...new Map([...left, ...previous].map((one) => [placeKey(one), one])).values()];
}

/** Where to start reading the two branches backwards. */
interface TimelineStart {
  /** Several if they are on both sides of a merge. */
  readonly main: readonly EntryPlace[];
  /** Commit of `published`, and the path of the entry's ledger file. */
  readonly published: EntryPlace | undefined;
}

/** Formats a start as opaque text. */
function printTimelineCursor({ main, published }: TimelineStart): string {
  const parts = [published, ...main].map((place) => place && [place.commit, place.path]);
  return Buffer.from(JSON.stringify(parts)).toString("base64url");
}

/** @throws CmsError `invalid_cursor` */
function parseTimelineCursor(cursor: string): TimelineStart {
  const parts = parseJson(Buffer.from(cursor, "base64url").toString());
  const isOurs = Array.isArray(parts) && parts.length > 0 && parts.length <= MAX_PLACES + 1;
  if (!isOurs) throw badTimelineCursor();
  const [published, ...main]: unknown[] = parts;
  return {
    main: main.map(parsePlace),
    published: published === null ? undefined : parsePlace(published),
  };
}

/** @returns CmsError `invalid_cursor` */
function badTimelineCursor(): CmsError {
  return new CmsError("invalid_cursor", "The cursor does not belong to this timeline.");
}

function parsePlace(part: unknown): EntryPlace {
  const [commit, path]: unknown[] = Array.isArray(part) ? part : [];
  if (typeof commit !== "string" || !isOid(commit) || typeof path !== "string") {
    throw badTimelineCursor();
  }
  try {
    return { commit, path: parseTreePath(path) };
  } catch {
    throw badTimelineCursor();
  }
}
