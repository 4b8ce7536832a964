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
   * Where uploads are received and images are processed; it needs room for every upload under way. What
   * killed processes left there is removed. @default the system's folder for temporary files
   */
  readonly folder?: string;
  /**
   * Whether images get their resized copies. Without them an image is refused for the same reasons, sooner.
   * @default true
   */
  readonly copies?: boolean;
}

/** The one gate through which binaries come into a media storage, and by which they leave it. */
export interface MediaIntake {
  readonly storage: MediaStorage;
  /**
   * Tells the type by content, refuses what is not allowed, takes metadata out of images, makes their
   * resized copies, stores everything under the hash of the stored bytes and returns the record to
   * commit. The same bytes are processed and stored once, whatever they are named and however many come
   * at once; a refused or interrupted upload stores nothing.
   *
   * Images are decoded in another process of low priority, one after the other: a file that makes the
   * decoder crash or run on fails alone.
   *
   * @throws CmsError `too_large`, `unsupported_media_type`, `unreadable_image`, `upload_incomplete`,
   * `image_processing_failed`, `invalid` (alt text or focal point), `storage_failed`, and what
   * `options.reserve` throws
   */
  ingest(upload: MediaUpload, options?: IngestOptions): Promise<MediaRecord>;
  /**
   * The hash under which bytes are stored that came before, by the hash that they had when they came; undefined where
   * they never came.
   *
   * @throws CmsError `storage_failed`
   */
  hashOf(uploadSha256: string): Promise<string | undefined>;
  /**
   * Removes binaries that no record speaks of any more. The first sweep that finds one marks it, and one
   * that finds it unused still, after the time of grace, removes it. An upload of the same bytes takes
   * the mark away.
   *
   * @throws CmsError `storage_failed`, and what `options.used` throws; then nothing was removed
   */
  sweep(options: SweepOptions): Promise<SweepReport>;
  /** Ids of the processes that decode images just now. */
  imageProcesses(): readonly number[];
  /** Ends what is under way, and removes its files. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Opens the gate to a media storage. No process runs before an image comes and none stays when there is
 * nothing to do. One program at a time should hold a storage's intake: two would lose nothing but may
 * process the same upload twice.
 *
 * @throws CmsError `storage_failed` when `folder` cannot be used
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
