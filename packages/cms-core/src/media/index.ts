export { cleanFilename } from "./clean-filename.ts";
export type { CleanFilenameOptions } from "./clean-filename.ts";
export { ingestMedia } from "./ingest-media.ts";
export type { IngestOptions, MediaUpload } from "./ingest-media.ts";
export { openMediaFolder } from "./media-folder.ts";
export { MEDIA_LIMITS, VARIANT_FORMATS, VARIANT_WIDTHS } from "./media-limits.ts";
export { originalKey, variantKey } from "./media-paths.ts";
export type { MediaObject, MediaSource, MediaStorage } from "./media-storage.ts";
