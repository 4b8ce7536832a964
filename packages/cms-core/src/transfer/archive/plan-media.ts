import { ifFound } from "../../base/errors.ts";
import { forEachLimit } from "../../base/lock.ts";
import { type MediaStorage, originalKey } from "../../media/storage/media-storage.ts";
import type { MediaRecord } from "../../model/media.ts";
import { mediaFilePath, publicAddress } from "../../render/public-paths.ts";

/** A binary that is in the ZIP, once for all records that show it. */
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
  /** Where it is served: to everybody where it is public, else to whoever may read the site. */
  readonly url?: string;
  /** Whether something that is published shows it. */
  readonly published: boolean;
}

export interface MediaPlan {
  readonly bundled: readonly BundledMedia[];
  readonly bundledBytes: number;
  /** Beyond the limit. */
  readonly linked: readonly LinkedMedia[];
  /** Ids of records whose binary media storage does not have. */
  readonly missing: readonly string[];
}

export interface PlanMediaOptions {
  readonly storage: Pick<MediaStorage, "has">;
  readonly limitBytes: number;
  /** Absent for a site whose files are not public. */
  readonly publicUrl: string | undefined;
  /** Where people of the site open a file that is not public, by the id of its record. */
  readonly contentUrl?: ((id: string) => string) | undefined;
  /** Whether something that is published shows a file, as its record has it now. */
  readonly isPublished: (record: MediaRecord) => boolean;
}

/**
 * Decides which binaries are bundled: first those that nobody can get by an address, each in the order of their
 * records' ids that still fits. Bytes that several records show count once, under the first of them.
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

/** Storages that are asked over a network answer many questions in the time of one. */
const AT_ONCE = 16;

/** Ids of records whose binary is there. */
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

/** Of the record's file name, where it is a plain one: nothing else of a name comes into the ZIP. */
function extensionOf(filename: string): string {
  return /\.([A-Za-z0-9]{1,8})$/.exec(filename)?.[1]?.toLowerCase() ?? "bin";
}
