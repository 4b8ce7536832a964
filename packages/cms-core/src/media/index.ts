export { cleanAlt } from "./kinds/clean-alt.ts";
export { cleanFilename } from "./kinds/clean-filename.ts";
export type { CleanFilenameOptions } from "./kinds/clean-filename.ts";
export { openMediaBucket } from "./storage/media-bucket.ts";
export { openMediaFolder } from "./storage/media-folder.ts";
export { openMediaIntake } from "./intake/media-intake.ts";
export type { MediaIntake, MediaIntakeOptions } from "./intake/media-intake.ts";
export type { IngestOptions, MediaUpload, Reservation } from "./intake/ingest-media.ts";
export { MEDIA_LIMITS, VARIANT_FORMATS, VARIANT_WIDTHS } from "./kinds/media-limits.ts";
export { originalKey, variantKey, variantName } from "./storage/media-paths.ts";
export type {
  MediaObject,
  MediaRange,
  MediaSource,
  MediaStorage,
} from "./storage/media-storage.ts";
export type { UploadContent } from "./intake/receive-upload.ts";
export type { SweepOptions, SweepReport } from "./intake/sweep-media.ts";
