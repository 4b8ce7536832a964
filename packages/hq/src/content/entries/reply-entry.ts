import { CmsError } from "@loam/cms-core";
import type { EntryRef, SavedEntry, SiteStore } from "@loam/cms-core/site";
import type { Reply } from "../../api/route.ts";
import { outOfSpace } from "../../platform/out-of-space.ts";
import type { SiteContent } from "../../sites/registry/site-content.ts";
import type { SiteRegistry } from "../../sites/registry/site-registry.ts";
import { answerEntry, type EntryAnswer, findIndexed } from "./entry-answer.ts";
import type { EntryParams } from "./entry-input.ts";

/** Responds with the current entry and its version. @throws CmsError `content_not_found` */
export async function replyEntry(
  content: SiteContent,
  { api_id: type, id }: EntryParams,
  saved?: SavedEntry,
): Promise<Reply<EntryAnswer>> {
  const body = await answerEntry(content, await findIndexed(content, type, id), saved);
  return { body, version: body.version };
}

interface ChangedEntry {
  readonly ref: Pick<EntryRef, "type" | "id">;
  /** Absent for an entry that was published, unpublished, or moved. */
  readonly saved?: SavedEntry;
  /** Whether there was a commit. @default taken from `saved` */
  readonly changed?: boolean;
  readonly respondAsync?: boolean;
}

/** Responds with a changed entry, after making the change visible to everyone. */
export async function replyChanged(
  sites: SiteRegistry,
  siteId: string,
  { ref, saved, changed = saved?.changed ?? true, respondAsync = false }: ChangedEntry,
): Promise<Reply<EntryAnswer>> {
  if (saved !== undefined) await sites.followContent(siteId);
  else await followPublish(sites, siteId, { respondAsync });
  try {
    const content = await sites.content(siteId);
    const reply = await replyEntry(content, { api_id: ref.type, id: ref.id }, saved);
    return { ...reply, unchanged: !changed };
  } catch (error) {
    throw ignoreFullDisk(error);
  }
}

/** Updating lists and search needs more space than a commit. The save itself has succeeded. */
function ignoreFullDisk(error: unknown): unknown {
  if (outOfSpace(error) === undefined) return error;
  const message =
    "The change was saved in Git, but the server's disk is full, so it cannot be shown. It will appear, without a restart, once there is space. You do not need to repeat it.";
  return new CmsError("insufficient_storage", message, { cause: error });
}

/** Updates a site to its current branches. Public files follow a moment later if the request doesn't wait for them. */
export async function followPublish(
  sites: SiteRegistry,
  siteId: string,
  { respondAsync }: { readonly respondAsync: boolean },
): Promise<void> {
  if (!respondAsync) {
    await sites.follow(siteId);
    if (!sites.stuck().includes(siteId)) return;
    throw new CmsError(
      "unavailable",
      "The change was published in Git, but public storage does not accept its files at the moment. HQ writes them as soon as it does. You do not need to publish again.",
    );
  }
  await sites.followContent(siteId);
  sites.followSoon(siteId);
}

/** Returns the working version of an entry by id or slug. @throws CmsError `content_not_found` */
export function requireEntry(store: SiteStore, { api_id: type, id }: EntryParams): EntryRef {
  const ref = store.findEntry(type, id);
  if (ref !== undefined) return ref;
  if (store.type(type) === undefined) {
    throw new CmsError("content_type_not_found", `There is no content type "${type}".`);
  }
  throw new CmsError("content_not_found", `Entry not found in "${type}": ${id}.`);
}

/** @throws CmsError `stale` if it isn't the viewed version */
export function requireVersion(ref: EntryRef, ifMatch: string | undefined): void {
  if (ifMatch === undefined || ifMatch === ref.blob) return;
  throw new CmsError("stale", "The entry was changed by someone else. Read it again.", {
    details: { base: ifMatch, current: ref.blob },
  });
}
