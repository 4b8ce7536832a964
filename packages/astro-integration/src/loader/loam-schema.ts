import type * as z from "astro/zod";
import { resolveOptions } from "../options/find-options.ts";
import type { LoamOptions } from "../options/options.ts";
import { zodSchema } from "../schema/zod-schema.ts";
import { findType, readSiteIndex } from "../source/site-index.ts";
import { openContent } from "./open-content.ts";

/** Names of the published content types; any string before the types are generated. */
export type TypeName = keyof Cms.Types extends never ? string : Extract<keyof Cms.Types, string>;

/** Type of an entry's `data`. */
export type EntryData<Name> = Name extends keyof Cms.Types
  ? Cms.Types[Name]
  : Record<string, unknown>;

export interface LoamSchemaOptions<Extension extends z.ZodRawShape> {
  /** Keys to add or replace: `{ date: z.coerce.date() }`. */
  readonly extend?: Extension;
  /** Options that override those of the integration. */
  readonly options?: LoamOptions;
}

type Extended<Name, Extension extends z.ZodRawShape> = Omit<EntryData<Name>, keyof Extension> &
  z.infer<z.ZodObject<Extension>>;

/**
 * Returns the schema of a content type for customization: `schema: await loamSchema("posts", { extend: … })`.
 *
 * @throws CmsError if the site cannot be read or has no such type
 */
export async function loamSchema<
  const Name extends TypeName,
  Extension extends z.ZodRawShape = Record<string, never>,
>(
  apiId: Name,
  { extend, options }: LoamSchemaOptions<Extension> = {},
): Promise<z.ZodType<Extended<Name, Extension>>> {
  const resolved = await resolveOptions(options);
  const type = findType(await readSiteIndex(openContent(resolved)), apiId);
  const schema: z.ZodType = zodSchema(type).extend(extend ?? {});
  return typed<Name, Extension>(schema);
}

/** The generated types are the static counterpart of the schema created at runtime. */
function typed<Name, Extension extends z.ZodRawShape>(
  schema: z.ZodType,
): z.ZodType<Extended<Name, Extension>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return schema as z.ZodType<Extended<Name, Extension>>;
}
