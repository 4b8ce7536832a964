import { readPublishedEvents, readWorkingEvents, type SiteEvent } from "@loam/cms-core/events";
import type { CommitStep, GitRepository } from "@loam/cms-core/git";
import { PUBLISHED_REF } from "@loam/cms-core/publish";
import { MAIN } from "@loam/cms-core/site";
import type { Logger } from "pino";
import { isPublishing } from "../../people/workspaces/sites.ts";
import type { ControlDatabase } from "../../platform/db/database.ts";
import { transact } from "../../platform/db/transact.ts";
import { enqueueEvents } from "../../sites/outbox/outbox.ts";

export interface FollowEvents {
  readonly database: ControlDatabase;
  readonly siteId: string;
  readonly repository: GitRepository;
  readonly now: () => Date;
  readonly log: Logger;
}

const BRANCHES = {
  published: { ref: PUBLISHED_REF, read: readPublishedEvents },
  main: { ref: MAIN, read: readWorkingEvents },
} as const;

type BranchName = keyof typeof BRANCHES;
/** Commits, or null for a branch without one. */
type Cursors = Readonly<Record<BranchName, string | null>>;

/** Maximum events per transaction, unless a single commit has more. */
const EVENTS_AT_ONCE = 200;
const MAX_COMMITS = 1_000_000;
const BECOMES_PUBLIC: ReadonlySet<string> = new Set(["entry.published", "site.published"]);

/**
 * Derives the events of a site from new commits since the cursors and queues them. Cursors and events are written in
 * one transaction, so an event exists if and only if its commit was processed, even after a crash (WHK-09). Without an
 * enabled webhook, only the cursors move.
 */
export async function followEvents(follow: FollowEvents): Promise<void> {
  // `main` first: an entry is unpublished before it is deleted, and must be seen in this order.
  const main = (await follow.repository.resolveRef(MAIN)) ?? null;
  const published = (await follow.repository.resolveRef(PUBLISHED_REF)) ?? null;
  const heads: Cursors = { main, published };
  const cursors = await readCursors(follow);
  if (cursors === undefined) {
    await follow.database
      .insertInto("webhook_cursors")
      .values({ site_id: follow.siteId, ...heads })
      .onConflict((conflict) => conflict.column("site_id").doNothing())
      .execute();
    return;
  }
  if (cursors.main !== main || cursors.published !== published) {
    await processSteps(follow, cursors, heads);
  }
}

async function readCursors({
  database,
  siteId,
}: Pick<FollowEvents, "database" | "siteId">): Promise<Cursors | undefined> {
  return database
    .selectFrom("webhook_cursors")
    .select(["published", "main"])
    .where("site_id", "=", siteId)
    .executeTakeFirst();
}

async function processSteps(follow: FollowEvents, cursors: Cursors, heads: Cursors): Promise<void> {
  let from = cursors;
  const reached = { ...cursors };
  let events: SiteEvent[] = [];
  const isPublic = await isPublishing(follow.database, follow.siteId);
  for (const { branch, step } of await readSteps(follow, cursors, heads)) {
    for (const event of await BRANCHES[branch].read(follow.repository, follow.siteId, step)) {
      // No one can see it before publishing is turned on; `site.published` then represents everything.
      if (isPublic || !BECOMES_PUBLIC.has(event.event)) events.push(event);
    }
    reached[branch] = step.commit;
    if (events.length < EVENTS_AT_ONCE) continue;
    const to = { ...reached };
    if (!(await moveCursors(follow, { from, to, events }))) return;
    from = to;
    events = [];
  }
  await moveCursors(follow, { from, to: heads, events });
}

/** Whether a site has an enabled webhook. */
export async function hasEnabledWebhook(
  database: ControlDatabase,
  siteId: string,
): Promise<boolean> {
  const enabled = await database
    .selectFrom("webhooks")
    .select("id")
    .where("site_id", "=", siteId)
    .where("enabled", "=", 1)
    .executeTakeFirst();
  return enabled !== undefined;
}

interface BranchStep {
  readonly branch: BranchName;
  readonly step: CommitStep;
}

/**
 * Returns the commits of both branches in order of time, and within a branch in their own order. Empty without an
 * enabled webhook.
 */
async function readSteps(
  follow: FollowEvents,
  from: Cursors,
  to: Cursors,
): Promise<readonly BranchStep[]> {
  if (!(await hasEnabledWebhook(follow.database, follow.siteId))) return [];
  const published = await readBranchSteps(follow, "published", { from, to });
  const main = await readBranchSteps(follow, "main", { from, to });
  const inOrder: BranchStep[] = [];
  let next = 0;
  for (const other of main) {
    for (; (published[next]?.step.time ?? Infinity) <= other.step.time; next += 1) {
      inOrder.push(...published.slice(next, next + 1));
    }
    inOrder.push(other);
  }
  return [...inOrder, ...published.slice(next)];
}

async function readBranchSteps(
  { repository, siteId, log }: FollowEvents,
  branch: BranchName,
  cursors: { readonly from: Cursors; readonly to: Cursors },
): Promise<readonly BranchStep[]> {
  const [from, to] = [cursors.from[branch], cursors.to[branch]];
  if (to === null || to === from) return [];
  const range = { from: from ?? undefined, to, limit: MAX_COMMITS };
  const steps = await repository.firstParents(range);
  if (steps === undefined) {
    log.warn(
      { siteId, branch, from, to },
      "a branch was rewritten; webhooks continue from its new state",
    );
  }
  return (steps ?? []).map((step) => ({ branch, step }));
}

interface CursorMove {
  readonly from: Cursors;
  readonly to: Cursors;
  readonly events: readonly SiteEvent[];
}

/** @returns false if another process has moved them in the meantime and continues from there */
async function moveCursors(
  { database, siteId, now }: FollowEvents,
  { from, to, events }: CursorMove,
): Promise<boolean> {
  return transact(database, async (transaction) => {
    const cursors = await readCursors({ database: transaction, siteId });
    if (cursors?.main !== from.main || cursors.published !== from.published) return false;
    await enqueueEvents(transaction, { siteId, events, now: now() });
    await transaction
      .updateTable("webhook_cursors")
      .set(to)
      .where("site_id", "=", siteId)
      .execute();
    return true;
  });
}
