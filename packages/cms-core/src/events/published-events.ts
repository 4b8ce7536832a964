import { isoInstant } from "../base/instant.ts";
import type { FileChange } from "../git/read/diff-reader.ts";
import type { CommitStep } from "../git/read/first-parents.ts";
import type { GitRepository } from "../git/repository/repository.ts";
import type { LedgerRecord } from "../model/entry.ts";
import type { SiteEventName } from "../model/site.ts";
import { diffOf, type LedgerChange, readLedgerChanges } from "../publish/branch/published-diff.ts";
import { makeEvent, type SiteEvent } from "./site-event.ts";

/**
 * What a commit of `published` did, from its ledger alone: `entry.published`, `entry.unpublished`, and
 * `site.published` once where it did that to several entries, or changed what visitors see by anything
 * else: the order, the site's settings, a media record, a content type that is gone. A content type that
 * joins the live site was told when its schema was published.
 */
export async function readPublishedEvents(
  repository: GitRepository,
  siteId: string,
  { commit, parent, time }: CommitStep,
): Promise<readonly SiteEvent[]> {
  const changes = await repository.changedFiles(parent, commit);
  const source = { siteId, commit, occurredAt: isoInstant(new Date(time)) };
  const ledger = await readLedgerChanges(repository, changes);
  const done = ledger.flatMap(actOf);
  const batch = done.length > 1;
  const events = done.map(({ event, type, id, slug }) =>
    makeEvent(source, event, { contentType: type, entryId: id, entrySlug: slug, batch }),
  );
  if (done.length === 1 || (!batch && !isSeen(changes, ledger))) return events;
  return [...events, makeEvent(source, "site.published", { batch })];
}

function isSeen(changes: readonly FileChange[], ledger: readonly LedgerChange[]): boolean {
  if (ledger.length === 0 && changes.every(({ before }) => before === undefined)) return false;
  const { entries, files } = diffOf(changes, ledger);
  return entries.length > 0 || files.length > 0;
}

interface EntryAct {
  readonly event: SiteEventName;
  readonly type: string;
  readonly id: string;
  readonly slug: string;
}

function actOf({ id, type, before, after }: LedgerChange): EntryAct[] {
  if (after?.state === "published") {
    if (isOnlyMoved(before, after)) return [];
    return [{ event: "entry.published", type, id, slug: after.slug }];
  }
  if (before?.state !== "published") return [];
  return [{ event: "entry.unpublished", type, id, slug: before.slug }];
}

/** Every publish raises the version; a new place in the order does not. */
function isOnlyMoved(before: LedgerRecord | undefined, after: LedgerRecord): boolean {
  return before?.state === "published" && before.version === after.version;
}
