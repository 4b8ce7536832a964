import { ifFound } from "../base/if-found.ts";
import { forEachLimit } from "../base/lock.ts";
import { originalKey } from "../media/media-paths.ts";
import type { MediaStorage } from "../media/media-storage.ts";
import type { MediaRecord } from "../model/media.ts";
import { mediaFilePath, publicAddress } from "../render/public-paths.ts";

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
  /** Where it is served while something that is published shows it. */
  readonly url: string;
  /** Whether something does. */
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
  readonly publicUrl: string;
  /** Whether something that is published shows a record. */
  readonly isPublished: (id: string) => boolean;
}

/**
 * Decides which binaries are bundled: in the order of their records' ids, each that still fits. Bytes that
 * several records show count once, under the first id.
 */
export async function planMedia(
  records: readonly MediaRecord[],
  { storage, limitBytes, publicUrl, isPublished }: PlanMediaOptions,
): Promise<MediaPlan> {
  const bundled = new Map<string, BundledMedia>();
  const linked: LinkedMedia[] = [];
  const missing: string[] = [];
  let bundledBytes = 0;
  const present = await findPresent(records, storage);
  for (const record of records) {
    const { id, sha256, byteSize, filename, mimeType } = record;
    if (bundled.has(sha256)) continue;
    if (!present.has(id)) missing.push(id);
    else if (bundledBytes + byteSize <= limitBytes) {
      bundledBytes += byteSize;
      bundled.set(sha256, { path: `media/${id}.${extensionOf(filename)}`, record });
    } else {
      const url = publicAddress(publicUrl, mediaFilePath(record));
      linked.push({ id, filename, mimeType, byteSize, sha256, url, published: isPublished(id) });
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
