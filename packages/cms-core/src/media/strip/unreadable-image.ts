import { CmsError } from "../../base/errors.ts";

/** The error of every image that cannot be taken: damaged, cut off, too large to decode. */
export function unreadableImage(reason: string, cause?: unknown): CmsError {
  return new CmsError("unreadable_image", `The image cannot be read: ${reason}.`, { cause });
}
