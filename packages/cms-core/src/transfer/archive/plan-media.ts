import { ifFound } from "../../base/errors.ts";
import { forEachLimit } from "../../base/lock.ts";
import { type MediaStorage, originalKey } from "../../media/storage/media-storage.ts";
import type { MediaRecord } from "../../model/media.ts";
import { mediaFilePath, publicAddress } from "../../render/public-paths.ts";

/** A binary in the ZIP, stored once for all records that use it. */
export interface BundledMedia {
  readonly path: string;
  readonly record: MediaRecord;
}

/** A binary that is not in the ZIP. */
export interface LinkedMedia {
  readonly id: string;
  readonly filename: string;
  readonly mimeType: string;
  readonly byteSize: number;
  readonly sha256: string;
  /** URL of the file: public if the file is, otherwise for members with access to the site. */
  readonly url?: string;
  /** Whether published content uses it. */
  readonly published: boolean;
}

export interface MediaPlan {
  readonly bundled: readonly BundledMedia[];
  readonly bundledBytes: number;
  /** Media beyond the size limit. */
  readonly linked: readonly LinkedMedia[];
  /** Ids of records whose binary is missing from media storage. */
  readonly missing: readonly string[];
}

export interface PlanMediaOptions {
  readonly storage: Pick<MediaStorage, "has">;
  readonly limitBytes: number;
  /** Absent for a site whose files are not public. */
  readonly publicUrl: string | undefined;
  /** Returns the URL at which members open a file that isn't public, by record id. */
  readonly contentUrl?: ((id: string) => string) | undefined;
  /** Whether published content uses the current file of a record. */
  readonly isPublished: (record: MediaRecord) => boolean;
}

/**
 * Decides which binaries are bundled: first those without a URL, each in the order of record ids as long as they fit.
 * Bytes shared by several records count once, under the first record.
 */
export async function planMedia(
  records: readonly MediaRecord[],
  { storage, limitBytes, publicUrl, contentUrl, isPublished }: PlanMediaOptions,
): Promise<MediaPlan> {
  const bundled = new Map<string, BundledMedia>();
  const linked: LinkedMedia[] = [];
  const missing: string[] = [];
  let bundledBytes = 0;
  const present = await findPresent(records, storage);
  const isPublic = (record: MediaRecord): boolean => publicUrl !== undefined && isPublished(record);
  const others = records.filter((record) => !isPublic(record));
  for (const record of [...others, ...records.filter(isPublic)]) {
    const { id, sha256, byteSize, filename, mimeType } = record;
    if (bundled.has(sha256)) continue;
    if (!present.has(id)) missing.push(id);
    else if (bundledBytes + byteSize <= limitBytes) {
      bundledBytes += byteSize;
      bundled.set(sha256, { path: `media/${id}.${extensionOf(filename)}`, record });
    } else {
      const file = { id, filename, mimeType, byteSize, sha256, published: isPublished(record) };
      const url =
        publicUrl !== undefined && isPublic(record)
          ? publicAddress(publicUrl, mediaFilePath(record))
          : contentUrl?.(id);
      linked.push({ ...file, ...(url !== undefined && { url }) });
    }
  }
  return { bundled: [...bundled.values()], bundledBytes, linked, missing };
}

/** Number of parallel requests to media storage, which may be on a network. */
const AT_ONCE = 16;

/** Returns the ids of records whose binary exists. */
async function findPresent(
  records: readonly MediaRecord[],
  storage: Pick<MediaStorage, "has">,
): Promise<ReadonlySet<string>> {
  const present = new Set<string>();
  await forEachLimit(records, AT_ONCE, async (record) => {
    if ((await ifFound(storage.has(originalKey(record)))) === true) present.add(record.id);
  });
  return present;
}

/** Returns the extension of the record's file name if it is plain. No other part of the name gets into the ZIP. */
function extensionOf(filename: string): string {
  return /\.([A-Za-z0-9]{1,8})$/.exec(filename)?.[1]?.toLowerCase() ?? "bin";
}
