import { CmsError, isCmsError } from "@loam/cms-core";
import { readEntryId } from "@loam/cms-core/content";
import { unpublishEntries } from "@loam/cms-core/publish";
import type { CheckedMerge } from "@loam/cms-core/site";
import { requireAction } from "../../api/permissions/permissions.ts";
import type { SiteContext } from "../../people/workspaces/policies.ts";
import { fileAction } from "../../sites/registry/file-action.ts";
import { siteActor } from "../../sites/registry/site-content.ts";
import type { SiteServices } from "../../sites/services.ts";
import { publishTogether } from "../entries/publish-together.ts";
import { branchHead } from "./change-branch.ts";
import type { Change } from "./changes.ts";
import { recordMerged } from "./end-change.ts";
import { recoverMerge } from "./find-merged.ts";
import { reviewBlocker } from "./read-change.ts";
import { listReviews } from "./review/reviews.ts";

export interface MergeRequest {
  readonly change: Change;
  /** The reviewed commit. A different head is not merged. */
  readonly head: string | undefined;
  readonly publish: boolean;
}

export interface MergedChange {
  readonly change: Change;
  /** Head of `main` after the merge. */
  readonly commit: string;
  /** Number of entries that were published. */
  readonly published: number;
  /** Number of deleted entries that were unpublished. */
  readonly unpublished: number;
}

const NOTHING = { published: 0, unpublished: 0 };

/**
 * Merges a change request into `main` with a merge commit, and optionally publishes its changes.
 *
 * @throws CmsError `stale`, `review_required`, `conflict`, `invalid`, `forbidden` if the user lacks permission for one
 * of its changes; `publish_refused`, after it was merged
 */
export async function mergeChange(
  services: SiteServices,
  context: SiteContext,
  { change, head, publish }: MergeRequest,
): Promise<MergedChange> {
  const { hq, sites } = services;
  const { site, actor } = context;
  const { store } = await sites.content(site.id);
  const tip = await branchHead(store.repository, change);
  if (head !== undefined && head !== tip) {
    const message = "The branch has moved since you reviewed it. Review it again.";
    throw new CmsError("stale", message, { details: { base: head, current: tip } });
  }
  if (change.draft) {
    throw new CmsError(
      "conflict",
      "The change request is a draft. Mark it as ready for review first.",
    );
  }
  if (publish) requireAction(context, "entry.publish");
  await requireApproval(services, context, { change, head: tip });
  const { from, commit, checked } = await store.mergeBranch(tip, {
    actor: siteActor(actor),
    message: `Merge change ${change.number}: ${change.title}`,
    trailers: { "Loam-Action": "merge-change", "Loam-Change": String(change.number) },
    allow: (found) => requireRights(context, found),
  });
  const parts = { database: hq.database, repository: store.repository };
  if (checked.isMerged) {
    const ended = await recoverMerge(parts, change);
    if (ended?.end?.mergedCommit == null) throw nothingToMerge();
    const merge = await store.repository.findMerge({ tip, into: commit });
    const done = { from: merge?.onto ?? from, commit: ended.end.mergedCommit };
    return publishIfRequested(services, context, { ...done, publish, change: ended });
  }
  await sites.followContent(site.id);
  if (checked.incomplete.length > 0) {
    const paths = checked.incomplete;
    await store.completePushed({ paths, since: from });
  }
  const ending = { ...parts, now: hq.now, by: actor.userId };
  const merged = await recordMerged(ending, change, { head: tip, base: checked.base, commit });
  return publishIfRequested(services, context, { from, commit, publish, change: merged });
}

interface CompletedMerge {
  readonly from: string;
  readonly commit: string;
  readonly publish: boolean;
  readonly change: Change;
}

async function publishIfRequested(
  services: SiteServices,
  context: SiteContext,
  { publish, change, ...range }: CompletedMerge,
): Promise<MergedChange> {
  try {
    const live = publish ? await publishMerged(services, context, range) : NOTHING;
    return { change, commit: range.commit, ...live };
  } catch (error) {
    throw isCmsError(error) ? mergedNotPublished(error) : error;
  } finally {
    await services.sites.follow(context.site.id);
  }
}

/** Adds to the error that the merge succeeded. Otherwise the user would try to merge again. */
function mergedNotPublished(cause: CmsError): CmsError {
  const { code, issues, details } = cause;
  const message = `The change request was merged, but not published: ${cause.message}`;
  return new CmsError(code, message, { issues, details, cause });
}

function nothingToMerge(): CmsError {
  return new CmsError("conflict", "The change request has no changes to merge.");
}

/** @throws CmsError `review_required` */
async function requireApproval(
  { hq }: SiteServices,
  { site }: SiteContext,
  { change, head }: { readonly change: Change; readonly head: string },
): Promise<void> {
  const reviews = await listReviews(hq.database, change);
  const blocker = reviewBlocker(change, { head, reviews, ...site });
  if (blocker === undefined) return;
  throw new CmsError(
    "review_required",
    blocker === "changes_requested"
      ? "A reviewer requested changes. Push them, or ask the reviewer to review again."
      : "The current commit of the branch needs approval by someone else before it can be merged.",
  );
}

/** Requires the user's permission for every kind of merged change. @throws CmsError `forbidden` */
function requireRights(context: SiteContext, { touched }: CheckedMerge): void {
  for (const kind of touched.keys()) requireAction(context, fileAction(kind));
}

/** Publishes the entries that a merge added or changed as one batch, and unpublishes those it deleted. */
async function publishMerged(
  { hq, sites }: SiteServices,
  context: SiteContext,
  { from, commit }: { readonly from: string; readonly commit: string },
): Promise<Pick<MergedChange, "published" | "unpublished">> {
  const { store, index } = await sites.content(context.site.id);
  const changed = await store.repository.changedFiles(from, commit);
  const paths = new Set(changed.flatMap(({ path, after }) => (after === undefined ? [] : [path])));
  const entries = store
    .types()
    .flatMap(({ type }) => store.entries(type.apiId))
    .filter(({ path }) => paths.has(path))
    .map(({ id }) => ({ id }));
  const actor = siteActor(context.actor);
  if (entries.length > 0) {
    const media = await hq.storages.openMedia();
    await publishTogether(store, { entries, actor, media, now: hq.now });
  }
  const old = changed.flatMap(({ before, after }) => (after === undefined && before) || []);
  const ids = (await store.repository.readBlobs(old)).flatMap((bytes) => readEntryId(bytes) ?? []);
  const unpublishedIds = [];
  for (const id of ids) {
    if (store.entryById(id) !== undefined) continue;
    const [found] = await index.find(id);
    if (found?.live !== undefined) unpublishedIds.push(id);
  }
  if (unpublishedIds.length > 0)
    await unpublishEntries(store, { ids: unpublishedIds, actor, now: hq.now });
  return { published: entries.length, unpublished: unpublishedIds.length };
}
