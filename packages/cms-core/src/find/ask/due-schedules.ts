import type { IndexSession } from "../follow/index-session.ts";
import { prepared } from "../schema/database.ts";

/** What the scheduler is to do now. */
export interface DueSchedule {
  readonly action: "publish" | "unpublish";
  readonly type: string;
  readonly id: string;
  readonly slug: string;
  /** When it was to be done, ISO 8601. */
  readonly at: string;
}

/**
 * What is due and not done, the earliest first. Of two times of one entry that have both passed, the
 * later one counts: a publish whose unpublish is due, too, would show for a moment what is over.
 */
export function dueSchedules({ database }: IndexSession, now: Date): readonly DueSchedule[] {
  const rows = prepared(
    database,
    `SELECT e.type, e.id, e.slug, e.publish_due, e.unpublish_due, l.state AS live
     FROM entries e LEFT JOIN ledger l ON l.id = e.id AND l.type = e.type
     WHERE e.row IN (
       SELECT row FROM entries WHERE publish_due <= ?1
       UNION SELECT row FROM entries WHERE unpublish_due <= ?1)
     ORDER BY e.type, e.id, e.path`,
  ).all(now.getTime());
  const due = rows.flatMap((row) => {
    const [publish, unpublish] = [
      passed(row["publish_due"], now),
      passed(row["unpublish_due"], now),
    ];
    const over = unpublish !== undefined && (publish === undefined || unpublish >= publish);
    // What is not live needs no unpublish; its publish time has passed without effect.
    if (over && row["live"] !== 1) return [];
    const at = over ? unpublish : publish;
    if (at === undefined) return [];
    const action = over ? "unpublish" : "publish";
    const own = { type: String(row["type"]), id: String(row["id"]), slug: String(row["slug"]) };
    return [{ action, ...own, at: new Date(at).toISOString() } as const];
  });
  return due.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

function passed(time: unknown, now: Date): number | undefined {
  return typeof time === "number" && time <= now.getTime() ? time : undefined;
}

/** The first time after `after` at which something will be due. */
export function nextDue({ database }: IndexSession, after: Date): Date | undefined {
  const row = prepared(
    database,
    `SELECT min(at) AS at FROM (
       SELECT min(publish_due) AS at FROM entries WHERE publish_due > ?1
       UNION ALL SELECT min(unpublish_due) FROM entries WHERE unpublish_due > ?1)`,
  ).get(after.getTime());
  return typeof row?.["at"] === "number" ? new Date(row["at"]) : undefined;
}
