import type { FileChange } from "./diff-reader.ts";

const NO_OID = "0".repeat(40);

/**
 * A change of a file as `--raw -z --no-abbrev` prints it: a header, then the path. The header is
 * `:100644 100644 <before> <after> M`, always as wide.
 */
export function rawChange(header: string, path: string): FileChange {
  const mode = header.slice(8, 14);
  const before = header.slice(15, 55);
  const after = header.slice(56, 96);
  if (before === NO_OID) return { path, after, mode };
  return after === NO_OID ? { path, before } : { path, before, after, mode };
}
