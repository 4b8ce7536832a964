import { createHash } from "node:crypto";
import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { partsOfFile } from "./file-parts.ts";
import { CLEANED, UPLOADED } from "./image-job.ts";
import type { ImageProcesses } from "./image-processes.ts";
import type { StoredMedia } from "./ingest-note.ts";
import type { MediaKind } from "./media-kinds.ts";
import { originalKey, variantKey, variantName } from "./media-paths.ts";
import type { ReceivedUpload } from "./receive-upload.ts";
import { unreadableImage } from "./unreadable-image.ts";

/** What an upload becomes, in files that are not stored yet. */
export interface PreparedMedia {
  readonly media: StoredMedia;
  /** Files by key, the original last: one without its copies never stands. */
  readonly files: ReadonlyMap<string, string>;
}

export interface Preparing {
  /** Of the upload. */
  readonly folder: string;
  readonly received: ReceivedUpload;
  readonly kind: MediaKind;
}

/** @throws CmsError `unreadable_image`, `image_processing_failed` */
export async function prepareMedia(
  { images, copies }: { readonly images: ImageProcesses; readonly copies: boolean },
  { folder, received, kind }: Preparing,
): Promise<PreparedMedia> {
  const uploaded = join(folder, UPLOADED);
  if (kind.kind === "file") {
    const media = { ...received, mimeType: kind.mimeType, variants: [] };
    return { media, files: new Map([[originalKey(media), uploaded]]) };
  }
  const job =
    kind.kind === "svg"
      ? ({ kind: "svg", folder } as const)
      : ({ kind: "image", folder, format: kind.format, copies } as const);
  const image = await images.run(job);
  const { rewritten, ...facts } = image;
  const original = rewritten ? join(folder, CLEANED) : uploaded;
  const { byteSize, sha256 } = rewritten ? await factsOf(original) : received;
  const media = { sha256, mimeType: kind.mimeType, byteSize, ...facts };
  const files = new Map<string, string>();
  for (const variant of image.variants) {
    const path = join(folder, variantName(variant));
    await checkFile(path);
    files.set(variantKey(media, variant), path);
  }
  return { media, files: files.set(originalKey(media), original) };
}

async function factsOf(path: string): Promise<ReceivedUpload> {
  await checkFile(path);
  const hash = createHash("sha256");
  let byteSize = 0;
  for await (const part of partsOfFile(path)) {
    hash.update(part);
    byteSize += part.length;
  }
  return { byteSize, sha256: hash.digest("hex") };
}

/** A process that was taken over could leave a link to a file of ours where a picture should be. */
async function checkFile(path: string): Promise<void> {
  const found = await lstat(path).catch(() => undefined);
  if (found?.isFile() !== true || found.size === 0) throw unreadableImage("it gave no picture");
}
