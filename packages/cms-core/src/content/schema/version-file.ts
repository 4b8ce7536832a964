import type { SchemaVersion } from "../../model/content-type.ts";
import { parseVersionRecord } from "./type-file.ts";

/**
 * Reads a frozen schema, `types/<api_id>/versions/<n>.json`. JSON is read as the YAML that it also is, so
 * duplicate keys, depth and size are checked as everywhere.
 * @throws CmsError `invalid_schema` with an issue and line per problem.
 */
export function parseVersionFile(bytes: Uint8Array, path: string): SchemaVersion {
  return parseVersionRecord(bytes, path);
}

/** The bytes of a frozen schema: the same for the same schema, whatever order its members had. */
export function printVersionFile(version: SchemaVersion): Uint8Array {
  return Buffer.from(`${JSON.stringify(version, MEMBERS, 2)}\n`);
}

/** Whether two files of a version say the same. */
export function isSameVersion(a: SchemaVersion, b: SchemaVersion): boolean {
  return Buffer.from(printVersionFile(a)).equals(printVersionFile(b));
}

const MEMBERS =
  "version id apiId kind value label description body type required multiple help group maxLength min max integer accept requireAlt options to fields".split(
    " ",
  );
