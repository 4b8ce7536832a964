import { lstat, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isCmsError } from "../../base/errors.ts";
import { newId } from "../../base/ids.ts";
import type { KeyedMutex } from "../../base/lock.ts";
import type { FocalPoint, MediaRecord } from "../../model/media.ts";
import type { SvgRule } from "../../model/site.ts";
import { CLEANED, UPLOADED } from "../image/image-job.ts";
import type { ImageProcesses } from "../image/image-processes.ts";
import { cleanAlt, cleanFilename } from "../kinds/clean-filename.ts";
import { MEDIA_LIMITS, type MediaKind } from "../kinds/media-kinds.ts";
import { hashFile, sniffMedia, uploadFailure } from "../kinds/sniff-media.ts";
import { checkedMedia, printSums } from "../storage/checked-media.ts";
import {
  type MediaStorage,
  originalKey,
  sumsKey,
  unusedKey,
  variantKey,
  variantName,
} from "../storage/media-storage.ts";
import { unreadableImage } from "../strip/strip-image.ts";
import { isStored, readIngestNote, type StoredMedia, writeIngestNote } from "./ingest-note.ts";
import {
  type ReceivedUpload,
  type ReceiveOptions,
  receiveUpload,
  tooLarge,
  type UploadContent,
} from "./receive-upload.ts";
import type { WorkFolder } from "./work-folder.ts";

export interface MediaUpload {
  readonly content: UploadContent;
  /** Name given by the sender; sanitized here. */
  readonly filename: string;
  readonly alt: string;
  /** ISO 8601 UTC with milliseconds. */
  readonly createdAt: string;
  readonly folder?: string;
  readonly focalPoint?: FocalPoint;
  /** Media id of the record. @default a new id */
  readonly id?: string;
}

export interface IngestOptions extends ReceiveOptions {
  /** The site's rule for SVG (`media: {svg: clean}` in its `site.yml`). @default "refuse" */
  readonly svg?: SvgRule | undefined;
  /**
   * Called before anything is stored. Reserves the bytes in the quota or throws `quota_exceeded`; the reservation is
   * released if storing fails. Can be called repeatedly for the same bytes; the quota decides whether they count once.
   */
  readonly reserve?: (media: Pick<MediaRecord, "sha256" | "byteSize">) => Promise<Reservation>;
}

/** Quota that an upload has reserved. */
export interface Reservation {
  release(): Promise<void>;
}

/** State shared by the uploads to one storage. */
export interface Intake {
  readonly storage: MediaStorage;
  readonly work: WorkFolder;
  readonly images: ImageProcesses;
  readonly copies: boolean;
  /** By the hash of the uploaded bytes, so that the same upload is processed once. */
  readonly uploads: KeyedMutex<string>;
  /** By the hash of the stored bytes, so that no sweep removes an object that an upload needs. */
  readonly objects: KeyedMutex<string>;
}

/** See `MediaIntake.ingest`. */
export async function ingestMedia(
  intake: Intake,
  { content, filename, alt, createdAt, folder, focalPoint, id }: MediaUpload,
  options: IngestOptions,
): Promise<MediaRecord> {
  const cleanedAlt = cleanAlt(alt);
  let scratch: string | undefined;
  try {
    scratch = await intake.work.make();
    const path = join(scratch, UPLOADED);
    const received = await receiveUpload(content, path, options);
    const kind = await sniffMedia(path, { filename, svg: options.svg === "clean" });
    checkSize(received, kind);
    const stored = await storeOnce(intake, { folder: scratch, received, kind }, options);
    return {
      id: id ?? newId("media"),
      filename: cleanFilename(filename, { extensions: kind.extensions }),
      alt: cleanedAlt,
      ...(folder === undefined ? {} : { folder }),
      ...(focalPoint === undefined ? {} : { focalPoint }),
      createdAt,
      ...stored,
    };
  } catch (error) {
    throw uploadFailure(error);
  } finally {
    // Anything left is removed with the work folder.
    if (scratch !== undefined) {
      await rm(scratch, { recursive: true, force: true }).catch(() => undefined);
    }
  }
}

interface Upload {
  readonly folder: string;
  readonly received: ReceivedUpload;
  readonly kind: MediaKind;
}

/** Another upload of the same bytes waits here and then uses the result of the first. */
async function storeOnce(
  intake: Intake,
  upload: Upload,
  { reserve }: IngestOptions,
): Promise<StoredMedia> {
  const { sha256 } = upload.received;
  return intake.uploads.run(sha256, async () => {
    const known = await readIngestNote(intake.storage, sha256);
    const prepared = known === undefined ? await prepareMedia(intake, upload) : undefined;
    const media = known ?? prepared?.media;
    if (media === undefined) throw new Error("an upload is known or prepared");
    const reservation = await reserve?.({ sha256: media.sha256, byteSize: media.byteSize });
    try {
      await storeObjects(intake, media, prepared ?? (() => prepareMedia(intake, upload)));
      if (known === undefined) await writeIngestNote(intake.storage, sha256, media);
    } catch (error) {
      await reservation?.release();
      throw error;
    }
    return media;
  });
}

/** Stores all objects of a binary and ensures that no sweep considers them unused. */
async function storeObjects(
  { storage, objects }: Intake,
  media: StoredMedia,
  prepared: PreparedMedia | (() => Promise<PreparedMedia>),
): Promise<void> {
  await objects.run(media.sha256, async () => {
    await storage.remove(unusedKey(media));
    // A sweep may have removed the object since it was checked.
    if (typeof prepared === "function" && (await isStoredCompletely(media, storage))) return;
    const { files } = typeof prepared === "function" ? await prepared() : prepared;
    // Existing objects may be damaged, or be variants from another version whose hashes differ.
    for (const [key, file] of files) await storage.replace(key, { file });
  });
}

async function isStoredCompletely(media: StoredMedia, storage: MediaStorage): Promise<boolean> {
  if (!(await isStored(media, storage))) return false;
  const checked = checkedMedia(storage);
  try {
    await checked.check(originalKey(media));
    for (const variant of media.variants) await checked.check(variantKey(media, variant));
    return true;
  } catch (error) {
    if (isCmsError(error) && error.code === "media_damaged") return false;
    throw error;
  }
}

function checkSize({ byteSize }: ReceivedUpload, { kind }: MediaKind): void {
  if (kind === "image" && byteSize > MEDIA_LIMITS.imageBytes) {
    throw tooLarge(MEDIA_LIMITS.imageBytes, "An image");
  }
  if (kind === "svg" && byteSize > MEDIA_LIMITS.svgBytes) {
    throw tooLarge(MEDIA_LIMITS.svgBytes, "An SVG");
  }
}

/** Result of processing an upload, in files that aren't stored yet. */
interface PreparedMedia {
  readonly media: StoredMedia;
  /** Files by key, the original last, so that it never exists without its variants. */
  readonly files: ReadonlyMap<string, string>;
}

interface Preparing {
  /** Folder of the upload. */
  readonly folder: string;
  readonly received: ReceivedUpload;
  readonly kind: MediaKind;
}

/** @throws CmsError `unreadable_image`, `image_processing_failed` */
async function prepareMedia(
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
  const hashes = new Map<string, string>();
  for (const variant of image.variants) {
    const path = join(folder, variantName(variant));
    await checkFile(path);
    files.set(variantKey(media, variant), path);
    hashes.set(variantName(variant), await hashFile(path));
  }
  if (hashes.size > 0) {
    const sums = join(folder, "sums");
    await writeFile(sums, printSums(hashes));
    files.set(sumsKey(media), sums);
  }
  return { media, files: files.set(originalKey(media), original) };
}

async function factsOf(path: string): Promise<ReceivedUpload> {
  const byteSize = await checkFile(path);
  return { byteSize, sha256: await hashFile(path) };
}

/** Returns the size of a file. A compromised process could leave a link to another file in its place. */
export async function checkFile(path: string): Promise<number> {
  const found = await lstat(path).catch(() => undefined);
  if (found?.isFile() !== true || found.size === 0)
    throw unreadableImage("decoding it produced no image");
  return found.size;
}
