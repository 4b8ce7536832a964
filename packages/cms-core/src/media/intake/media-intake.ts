import { createKeyedMutex } from "../../base/lock.ts";
import type { MediaRecord } from "../../model/media.ts";
import { createImageProcesses } from "../image/image-processes.ts";
import type { MediaStorage } from "../storage/media-storage.ts";
import { ingestMedia, type IngestOptions, type Intake, type MediaUpload } from "./ingest-media.ts";
import { readIngestNote } from "./ingest-note.ts";
import { sweepMedia, type SweepOptions, type SweepReport } from "./sweep-media.ts";
import { openWorkFolder } from "./work-folder.ts";

export interface MediaIntakeOptions {
  readonly storage: MediaStorage;
  /**
   * Folder in which uploads are received and images processed; needs space for all uploads in progress. Leftovers of
   * killed processes are removed. @default the system's folder for temporary files
   */
  readonly folder?: string;
  /**
   * Whether images get variants. Without them, an image is rejected for the same reasons, but faster.
   * @default true
   */
  readonly copies?: boolean;
}

/** The only interface through which binaries enter and leave media storage. */
export interface MediaIntake {
  readonly storage: MediaStorage;
  /**
   * Detects the type by content, rejects what isn't allowed, removes metadata from images, creates their variants,
   * stores everything under the hash of the stored bytes, and returns the record to commit. The same bytes are
   * processed and stored once, whatever their names and however many arrive at the same time. A rejected or interrupted
   * upload stores nothing.
   *
   * Images are decoded one by one in a separate low-priority process, so a file that makes the decoder crash or hang
   * fails without affecting others.
   *
   * @throws CmsError `too_large`, `unsupported_media_type`, `unreadable_image`, `upload_incomplete`,
   * `image_processing_failed`, `invalid` (alt text or focal point), `storage_failed`, and what `options.reserve` throws
   */
  ingest(upload: MediaUpload, options?: IngestOptions): Promise<MediaRecord>;
  /**
   * Returns the hash under which an earlier upload is stored, by the hash of the uploaded bytes; undefined if they were
   * never uploaded.
   *
   * @throws CmsError `storage_failed`
   */
  hashOf(uploadSha256: string): Promise<string | undefined>;
  /**
   * Removes binaries that no record refers to. The first sweep that finds one marks it; a sweep after the grace period
   * removes it if it is still unused. An upload of the same bytes removes the mark.
   *
   * @throws CmsError `storage_failed`, and what `options.used` throws; nothing was removed in that case
   */
  sweep(options: SweepOptions): Promise<SweepReport>;
  /** Ids of the processes that are decoding images. */
  imageProcesses(): readonly number[];
  /** Cancels uploads in progress and removes their files. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Opens the intake of a media storage. A process runs only while there are images to decode. Only one HQ process should
 * open a storage's intake: two would lose nothing but may process the same upload twice.
 *
 * @throws CmsError `storage_failed` if `folder` cannot be used
 */
export async function openMediaIntake({
  storage,
  folder,
  copies = true,
}: MediaIntakeOptions): Promise<MediaIntake> {
  const work = await openWorkFolder(folder);
  const images = createImageProcesses({ folder: work.path });
  const intake: Intake = {
    storage,
    work,
    images,
    copies,
    uploads: createKeyedMutex(),
    objects: createKeyedMutex(),
  };
  const close = async (): Promise<void> => {
    images.close();
    await work.remove();
  };
  return {
    storage,
    ingest: async (upload, options = {}) => ingestMedia(intake, upload, options),
    hashOf: async (uploadSha256) => (await readIngestNote(storage, uploadSha256))?.sha256,
    sweep: async (options) => sweepMedia(intake, options),
    imageProcesses: () => images.pids(),
    close,
    [Symbol.asyncDispose]: close,
  };
}
