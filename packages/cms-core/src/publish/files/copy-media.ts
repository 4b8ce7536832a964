import { isCmsError, type Issue } from "../../base/errors.ts";
import { mediaPath } from "../../content/site/layout.ts";
import { originalKey, variantKey } from "../../media/storage/media-paths.ts";
import type { MediaStorage } from "../../media/storage/media-storage.ts";
import type { MediaFile } from "./plan-files.ts";
import type { PublicFile } from "./public-storage.ts";

export interface FoundMedia {
  readonly files: readonly PublicFile[];
  /** Binaries that media storage does not have: the rest of the site is published all the same. */
  readonly problems: readonly Issue[];
}

/** Looks up in media storage what is to be copied from there. */
export async function findMedia(
  wanted: readonly MediaFile[],
  storage: Pick<MediaStorage, "open">,
): Promise<FoundMedia> {
  const files = new Map<string, PublicFile>();
  const problems: Issue[] = [];
  for (const { path, record, variant } of wanted) {
    const key = variant === undefined ? originalKey(record) : variantKey(record, variant);
    try {
      const mimeType = variant === undefined ? record.mimeType : `image/${variant.format}`;
      const object = await storage.open(key);
      files.set(path, { path, body: { kind: "media", object, mimeType } });
    } catch (error) {
      if (!isCmsError(error) || error.code !== "not_found") throw error;
      problems.push({
        code: "not_found",
        message: `Media storage has no ${key}, so ${path} is not published.`,
        path: mediaPath(record.id),
      });
    }
  }
  return { files: [...files.values()], problems };
}
