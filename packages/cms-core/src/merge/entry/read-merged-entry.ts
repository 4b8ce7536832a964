import { isCmsError } from "../../base/errors.ts";
import { parseEntryFile } from "../../content/entry/parse-entry.ts";
import { classifyPath } from "../../content/site/layout.ts";
import type { SchemaVersion } from "../../model/content-type.ts";
import type { Entry } from "../../model/entry.ts";
import type { TreeSides } from "./tree-sides.ts";

export interface ReadEntryFile {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly entry: Entry;
  readonly schema: SchemaVersion;
}

/** An entry file by the schema that it names; undefined when it cannot be read. */
export function readMergedEntry(
  { site, schemaOf }: Pick<TreeSides, "site" | "schemaOf">,
  { path, bytes }: { readonly path: string; readonly bytes: Uint8Array },
): ReadEntryFile | undefined {
  const identity = classifyPath(path, site);
  if (identity.kind !== "entry") return undefined;
  const { apiId, slug } = identity;
  try {
    const entry = parseEntryFile(bytes, {
      path,
      apiId,
      slug,
      schemaOf: (version) => schemaOf(apiId, version),
    });
    const schema = schemaOf(apiId, entry.schema);
    return schema && { path, bytes, entry, schema };
  } catch (error) {
    if (isCmsError(error)) return undefined;
    throw error;
  }
}
