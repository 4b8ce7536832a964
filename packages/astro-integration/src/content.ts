export { byPosition } from "./loader/by-position.ts";
export type { Positioned } from "./loader/by-position.ts";
export { loamCollections } from "./loader/loam-collections.ts";
export type { LoamCollection } from "./loader/loam-collections.ts";
export { loamLoader } from "./loader/loam-loader.ts";
export { loamSchema } from "./loader/loam-schema.ts";
export type { EntryData, LoamSchemaOptions, TypeName } from "./loader/loam-schema.ts";
export type {
  ApiSource,
  CollectionOptions,
  FilesSource,
  GitSource,
  LoamOptions,
  LoamSource,
} from "./options/options.ts";
export { isPublished } from "./schema/published-shapes.ts";
export type {
  CmsMedia,
  CmsReference,
  CmsSystemKeys,
  CmsVariant,
  PublishedReference,
  UnpublishedReference,
} from "./schema/published-shapes.ts";
