import type { MediaRecord } from "@loam/cms-core";
import { mediaFilePath, publicAddress } from "@loam/cms-core/render";
import type { SiteStore } from "@loam/cms-core/site";
import { z } from "zod";
import { focalPointAnswer } from "../../api/shared-answers.ts";
import type { SiteServices } from "../../sites/services.ts";

/** A media record with the keys of published JSON, plus details for users of the site. */
export interface MediaAnswer extends Pick<
  MediaRecord,
  "id" | "filename" | "alt" | "width" | "height" | "createdAt"
> {
  readonly url: string;
  readonly object_key: string;
  readonly mime_type: string;
  readonly byte_size: number;
  readonly variants: readonly {
    readonly width: number;
    readonly format: string;
    readonly url: string;
  }[];
  readonly thumbHash?: string;
  readonly dominantColor?: string;
  readonly folder?: string;
  readonly focalPoint?: { readonly x: number; readonly y: number };
  readonly uses?: number;
  readonly contentUrl: string;
  readonly version: string;
}

export const mediaAnswer: z.ZodType<MediaAnswer, MediaAnswer> = z
  .object({
    id: z.string(),
    url: z.string().meta({ description: "Public URL, set once something live uses it." }),
    object_key: z.string(),
    filename: z.string(),
    mime_type: z.string(),
    byte_size: z.int(),
    width: z.int().exactOptional(),
    height: z.int().exactOptional(),
    alt: z.string(),
    variants: z.array(z.object({ width: z.int(), format: z.string(), url: z.string() })).readonly(),
    thumbHash: z.string().exactOptional(),
    dominantColor: z.string().exactOptional(),
    folder: z
      .string()
      .exactOptional()
      .meta({ description: "Folder in the media library; absent if it has none. Not published." }),
    focalPoint: focalPointAnswer.exactOptional(),
    createdAt: z.string(),
    uses: z
      .int()
      .exactOptional()
      .meta({ description: "In lists: number of entries that use it, drafts and live." }),
    contentUrl: z.string().meta({
      description:
        "URL for signed-in users before it is public; ?variant=640.webp returns a smaller variant.",
    }),
    version: z.string().meta({ description: "Blob ID of the record, which is its ETag." }),
  })
  .meta({ id: "Media" });

interface ShowMedia {
  readonly siteId: string;
  readonly version: string;
  readonly services: Pick<SiteServices, "baseUrl" | "publicStorageUrl">;
}

function showMedia(record: MediaRecord, { siteId, version, services }: ShowMedia): MediaAnswer {
  const { id, sha256: _sha256, mimeType, byteSize, variants, ...same } = record;
  const { baseUrl, publicStorageUrl } = services;
  const publicUrl = `${publicStorageUrl}/${siteId}`;
  return {
    id,
    ...same,
    url: publicAddress(publicUrl, mediaFilePath(record)),
    object_key: `${siteId}/${mediaFilePath(record)}`,
    mime_type: mimeType,
    byte_size: byteSize,
    variants: variants.map((variant) => ({
      width: variant.width,
      format: variant.format,
      url: publicAddress(publicUrl, mediaFilePath(record, variant)),
    })),
    contentUrl: contentUrl(baseUrl, siteId, id),
    version,
  };
}

/** URL at which users of a site can open a media file, including unpublished ones. */
export function contentUrl(baseUrl: string, siteId: string, id: string): string {
  return `${baseUrl}/api/manage/sites/${siteId}/media/${id}/content`;
}

/** Returns the current record. @throws CmsError `not_found` */
export async function readShownMedia(
  store: SiteStore,
  id: string,
  services: ShowMedia["services"],
  uses?: number,
): Promise<MediaAnswer> {
  const record = await store.readMedia(id);
  const version = store.mediaBlob(id) ?? "";
  const shown = showMedia(record, { siteId: store.site().id, version, services });
  return uses === undefined ? shown : { ...shown, uses };
}
