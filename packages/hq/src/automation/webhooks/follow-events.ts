import { readPublishedEvents, readWorkingEvents, type SiteEvent } from "@loam/cms-core/events";
import type { CommitStep, GitRepository } from "@loam/cms-core/git";
import { PUBLISHED_REF } from "@loam/cms-core/publish";
import { MAIN } from "@loam/cms-core/store";
import type { Logger } from "pino";
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

/** `published` first, so that the end of an entry is told in the order in which it happens. */
const BRANCHES = [
  { name: "published", ref: PUBLISHED_REF, read: readPublishedEvents },
  { name: "main", ref: MAIN, read: readWorkingEvents },
] as const;

type Branch = (typeof BRANCHES)[number];
type Cursor = string | null;

/** Events that go into one transaction, unless one commit alone has more. */
const EVENTS_AT_ONCE = 200;
const MAX_COMMITS = 1_000_000;

/**
 * Derives the events of a site from the commits since the cursor, and queues them. Cursor and events move in one
 * transaction, so an event exists if and only if its commit does, wherever this is cut off (WHK-09). Where no webhook
 * listens, only the cursor moves.
 */
export async function followEvents(follow: FollowEvents): Promise<void> {
  const heads = {
    published: (await follow.repository.resolveRef(PUBLISHED_REF)) ?? null,
    main: (await follow.repository.resolveRef(MAIN)) ?? null,
  };
  const cursors = await readCursors(follow);
  if (cursors === undefined) {
    await follow.database
      .insertInto("webhook_cursors")
      .values({ site_id: follow.siteId, ...heads })
      .onConflict((conflict) => conflict.column("site_id").doNothing())
      .execute();
    return;
  }
  for (const branch of BRANCHES) {
    const way = { from: cursors[branch.name], to: heads[branch.name] };
    if (way.from !== way.to) await followBranch(follow, branch, way);
  }
}

async function readCursors({ database, siteId }: Pick<FollowEvents, "database" | "siteId">) {
  return database
    .selectFrom("webhook_cursors")
    .select(["published", "main"])
    .where("site_id", "=", siteId)
    .executeTakeFirst();
}

interface Way {
  readonly from: Cursor;
  readonly to: Cursor;
}

async function followBranch(follow: FollowEvents, branch: Branch, way: Way): Promise<void> {
  const steps = (await isHeard(follow.database, follow.siteId))
    ? await stepsOf(follow, branch, way)
    : [];
  let from = way.from;
  let events: SiteEvent[] = [];
  for (const step of steps) {
    for (const event of await branch.read(follow.repository, follow.siteId, step)) {
      events.push(event);
    }
    if (events.length < EVENTS_AT_ONCE) continue;
    if (!(await moveCursor(follow, branch, { from, to: step.commit, events }))) return;
    from = step.commit;
    events = [];
  }
  await moveCursor(follow, branch, { from, to: way.to, events });
}

/** Whether a site has a webhook that is enabled. */
export async function isHeard(database: ControlDatabase, siteId: string): Promise<boolean> {
  const heard = await database
    .selectFrom("webhooks")
    .select("id")
    .where("site_id", "=", siteId)
    .where("enabled", "=", 1)
    .executeTakeFirst();
  return heard !== undefined;
}

async function stepsOf(
  { repository, siteId, log }: FollowEvents,
  { name }: Branch,
  { from, to }: Way,
): Promise<readonly CommitStep[]> {
  if (to === null) return [];
  const range = { from: from ?? undefined, to, limit: MAX_COMMITS };
  const steps = await repository.firstParents(range);
  if (steps === undefined) {
    log.warn({ siteId, branch: name, from, to }, "a branch was rewritten; webhooks go on from it");
  }
  return steps ?? [];
}

/** @returns false when another process has moved it meanwhile, and goes on from there */
async function moveCursor(
  { database, siteId, now }: FollowEvents,
  { name }: Branch,
  { from, to, events }: Way & { readonly events: readonly SiteEvent[] },
): Promise<boolean> {
  return transact(database, async (transaction) => {
    const cursors = await readCursors({ database: transaction, siteId });
    if (cursors === undefined || cursors[name] !== from) return false;
    await enqueueEvents(transaction, { siteId, events, now: now() });
    await transaction
      .updateTable("webhook_cursors")
      .set({ [name]: to })
      .where("site_id", "=", siteId)
      .execute();
    return true;
  });
}
