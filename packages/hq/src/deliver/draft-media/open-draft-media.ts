import type { MediaRecord } from "@loam/cms-core";
import { variantName } from "@loam/cms-core/media";
import type { LiveSite } from "@loam/cms-core/publish";
import { makeMediaToken } from "../../people/access/media-token.ts";
import { type PreviewDeps, readPreviewEpoch } from "../../people/access/preview-token.ts";

/** Path below `{base_url}`. */
export const DRAFT_MEDIA_PATH = "/api/public/draft-media";

export interface DraftMediaDeps extends PreviewDeps {
  readonly baseUrl: string;
  /** `{public_storage_url}` without a trailing slash. */
  readonly publicStorageUrl: string;
}

interface AnswerOfDrafts {
  readonly siteId: string;
  /** A full ref, for the branch of a change request. */
  readonly branch: string | undefined;
  /** Returns the record with its files in a folder below `media/`. */
  readonly mediaIn: (folder: string) => MediaRecord | undefined;
  readonly live: Pick<LiveSite, "graph">;
}

/**
 * Replaces the URLs of unpublished media in the JSON of a response, in media objects and in text, with URLs that give
 * access to them. URLs of published media are unchanged.
 */
export async function openDraftMedia(
  json: string,
  { siteId, branch, mediaIn, live }: AnswerOfDrafts,
  deps: DraftMediaDeps,
): Promise<string> {
  const publicUrl = `${deps.publicStorageUrl}/${siteId}/media/`;
  if (!json.includes(publicUrl)) return json;
  const epoch = await readPreviewEpoch(deps.database, siteId);
  const places = new Map<string, string>();
  const draftUrl = ({ id: mediaId }: MediaRecord): string => {
    const token = places.get(mediaId) ?? makeMediaToken({ siteId, mediaId, epoch, branch }, deps);
    places.set(mediaId, token);
    return `${deps.baseUrl}${DRAFT_MEDIA_PATH}/${siteId}/${mediaId}/${token}/`;
  };
  const address = new RegExp(`${RegExp.escape(publicUrl)}([0-9a-f]{16})/([\\w%.!~*'()-]+)`, "g");
  return json.replace(address, (match, folder: string, rest: string) => {
    const record = mediaIn(folder);
    const name = record && publicFileNames(record).find((one) => rest.startsWith(one));
    if (record === undefined || name === undefined || isPublic(live, record, name)) return match;
    // In text, more can follow the URL.
    return `${draftUrl(record)}${rest}`;
  });
}

/** Returns the valid file names in a media record's public URLs. */
function publicFileNames({ filename, variants }: MediaRecord): readonly string[] {
  return [encodeURIComponent(filename), ...variants.map(variantName)];
}

function isPublic({ graph }: Pick<LiveSite, "graph">, record: MediaRecord, name: string): boolean {
  const live = graph.media.get(record.id)?.record;
  return live?.sha256 === record.sha256 && publicFileNames(live).includes(name);
}
