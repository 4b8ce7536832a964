import { CmsError, isMediaId, isSiteId, type MediaRecord } from "@loam/cms-core";
import { variantName } from "@loam/cms-core/media";
import { readMediaAt, type SiteStore } from "@loam/cms-core/site";
import { Router } from "express";
import { openMediaToken } from "../../people/access/media-token.ts";
import { readPreviewEpoch } from "../../people/access/preview-token.ts";
import { nameRoute } from "../../platform/http/request-log.ts";
import { crossOriginRead } from "../../platform/http/security-headers.ts";
import { onlyMethods } from "../../platform/http/send-problem.ts";
import { sendMedia } from "../../platform/storage/send-media.ts";
import type { SiteServices } from "../../sites/services.ts";
import { DRAFT_MEDIA_PATH } from "./open-draft-media.ts";

const CROSS_ORIGIN = { allow: ["If-None-Match", "Range"], expose: ["ETag"] } as const;

/** `/{site}/{media}/{token}/{name}`: serves one media file as long as the token is valid. */
export function draftMediaRoute({ hq, sites, identity }: SiteServices): Router {
  return Router({ caseSensitive: true, strict: true })
    .use(crossOriginRead(CROSS_ORIGIN), onlyMethods("GET", "HEAD"))
    .get("/:site/:media/:token/:name", async (request, response) => {
      nameRoute(request, DRAFT_MEDIA_PATH);
      const { site: siteId, media: mediaId, token, name } = request.params;
      if (!isSiteId(siteId) || !isMediaId(mediaId)) throw nothingHere();
      const epoch = await readPreviewEpoch(hq.database, siteId);
      const opened = openMediaToken(token, { siteId, mediaId, epoch }, identity);
      if (opened === undefined) throw nothingHere();
      const { store } = await sites.content(siteId);
      const record = await readRecord(store, mediaId, opened.branch);
      const isVariant = record.variants.some((variant) => variantName(variant) === name);
      if (!isVariant && name !== record.filename) throw nothingHere();
      response.set("X-Robots-Tag", "noindex");
      await sendMedia(
        { request, response },
        {
          record,
          storage: await hq.storages.openMedia(),
          variant: isVariant ? name : undefined,
          cache: `private, max-age=${opened.seconds}`,
        },
      );
    });
}

/** Files on a branch are no longer available after the branch is removed. */
async function readRecord(
  store: SiteStore,
  mediaId: string,
  branch: string | undefined,
): Promise<MediaRecord> {
  if (branch === undefined) return store.readMedia(mediaId);
  const tip = await store.repository.resolveRef(branch);
  if (tip === undefined) throw nothingHere();
  return readMediaAt(store.repository, tip, mediaId);
}

function nothingHere(): CmsError {
  return new CmsError("not_found", "This URL is invalid or has expired.");
}
