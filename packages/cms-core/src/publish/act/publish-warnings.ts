import { isCmsError, type Issue } from "../../base/errors.ts";
import { mediaPath } from "../../content/site/layout.ts";
import { parseMediaFile } from "../../content/site/media-file.ts";
import type { ValueLink } from "../../render/collect-links.ts";
import type { SiteStore } from "../../site/site-store.ts";
import type { PublishDraft } from "./publish-draft.ts";

/**
 * What entries point to that is not there, or is not what their fields take. They can be published: a value shows
 * its id alone, a link in rich text stays as it is written. An entry that exists and is not live is no warning,
 * since it appears when it is published.
 */
export async function publishWarnings(
  store: SiteStore,
  draft: PublishDraft,
): Promise<ReadonlyMap<string, readonly Issue[]>> {
  const notImages = await findNotImages(store, draft);
  const warnings = new Map<string, readonly Issue[]>();
  for (const { links, ref } of draft.entries) {
    const found = links.flatMap((link): Issue[] => {
      const issue =
        link.kind === "media" ? mediaIssue(link, draft, notImages) : entryIssue(link, store);
      return issue === undefined ? [] : [{ ...issue, path: ref.path, field: link.field }];
    });
    if (found.length > 0) warnings.set(ref.id, found);
  }
  return warnings;
}

function mediaIssue(
  { id, field, accept }: ValueLink,
  { shared }: PublishDraft,
  notImages: ReadonlySet<string>,
): Issue | undefined {
  if (!shared.has(mediaPath(id))) {
    return dangling(`${field} shows the media file ${id}, which does not exist.`);
  }
  if (accept !== "image" || !notImages.has(id)) return undefined;
  const message = `${field} shows the file ${id}, which is no image; it takes images.`;
  return { code: "invalid_entry", message };
}

function entryIssue({ id, field, to }: ValueLink, store: SiteStore): Issue | undefined {
  const target = store.entryById(id);
  if (target === undefined) {
    return dangling(`${field} points to the entry ${id}, which does not exist.`);
  }
  if (to === undefined || to.includes(target.type)) return undefined;
  const message = `${field} points to ${target.type}/${target.slug}; it takes ${to.join(", ")}.`;
  return { code: "invalid_entry", message };
}

function dangling(message: string): Issue {
  return { code: "dangling_reference", message };
}

/** Ids of the media that stand where only images may, and are none. */
async function findNotImages(
  { repository }: SiteStore,
  { entries, shared }: PublishDraft,
): Promise<ReadonlySet<string>> {
  const records = new Map<string, string>();
  for (const { accept, id } of entries.flatMap(({ links }) => links)) {
    const oid = accept === "image" ? shared.get(mediaPath(id)) : undefined;
    if (oid !== undefined) records.set(id, oid);
  }
  const blobs = await repository.readBlobs([...records.values()]);
  const found = [...records.keys()].filter((id, place) => !isImage(id, blobs[place] ?? NOTHING));
  return new Set(found);
}

const NOTHING = new Uint8Array();
/** A record as HQ prints it says so in a line of its own; a release may show thousands. */
const PRINTED = /^mimeType: image\//m;

/** A record that cannot be read keeps its entries from being published: that is told elsewhere. */
function isImage(id: string, bytes: Uint8Array): boolean {
  if (PRINTED.test(Buffer.from(bytes).toString("latin1"))) return true;
  try {
    return parseMediaFile(bytes, mediaPath(id)).mimeType.startsWith("image/");
  } catch (error) {
    if (isCmsError(error)) return true;
    throw error;
  }
}
