export { cleanAlt, cleanFilename, type CleanFilenameOptions } from "./kinds/clean-filename.ts";
export { openMediaBucket } from "./storage/media-bucket.ts";
export { type CheckedMedia, checkedMedia, isHashed } from "./storage/checked-media.ts";
export { openMediaFolder } from "./storage/media-folder.ts";
export {
  type MediaIntake,
  type MediaIntakeOptions,
  openMediaIntake,
} from "./intake/media-intake.ts";
export { createVariantMaker, type VariantMaker } from "./intake/remake-variants.ts";
export type { IngestOptions, MediaUpload, Reservation } from "./intake/ingest-media.ts";
export { MEDIA_LIMITS, VARIANT_WIDTHS } from "./kinds/media-kinds.ts";
export { VARIANT_FORMATS } from "../model/media.ts";
export {
  type MediaObject,
  type MediaRange,
  type MediaSource,
  type MediaStorage,
  originalKey,
  sumsKey,
  variantKey,
  variantName,
} from "./storage/media-storage.ts";
export type { UploadContent } from "./intake/receive-upload.ts";
export type { SweepOptions, SweepReport } from "./intake/sweep-media.ts";
export { openWorkFolder } from "./intake/work-folder.ts";
