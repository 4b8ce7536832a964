import type { ContentTypeKind } from "../../../model/content-type.ts";
import type { FieldType, SelectOption } from "../../../model/field.ts";
import type { SystemKeys } from "../source/source-keys.ts";

/** What a person wants otherwise than inferred, for one key of a collection's front matter. */
export interface FieldRule {
  readonly skip: boolean;
  readonly apiId?: string | undefined;
  readonly label?: string | undefined;
  readonly help?: string | undefined;
  readonly type?: Exclude<FieldType, "repeat"> | undefined;
  readonly multiple?: boolean | undefined;
  readonly required?: boolean | undefined;
  readonly accept?: "image" | "file" | undefined;
  /** API ids of content types. */
  readonly to?: readonly string[] | undefined;
  readonly options?: readonly SelectOption[] | undefined;
}

export interface CollectionRule {
  readonly skip: boolean;
  /** Name of another collection that its files belong to. */
  readonly into?: string | undefined;
  /** API id of the content type. */
  readonly type?: string | undefined;
  readonly label?: string | undefined;
  readonly kind?: ContentTypeKind | undefined;
  /** Keys for date, updated, draft and slug. */
  readonly system: SystemKeys;
  readonly fields: ReadonlyMap<string, FieldRule>;
}

/** The map file of `hq import --map`, by the collections' names in the folder. */
export interface ImportMap {
  readonly collections: ReadonlyMap<string, CollectionRule>;
}

export const EMPTY_MAP: ImportMap = { collections: new Map() };

export const EMPTY_RULE: CollectionRule = { skip: false, system: {}, fields: new Map() };

export const EMPTY_FIELD_RULE: FieldRule = { skip: false };
