import type { FileChange } from "./diff-reader.ts";

const NO_OID = "0".repeat(40);

/** A change of a file as `--raw -z` prints it: a header that begins with a colon, then the path. */
export function rawChange(header: string, path: string): FileChange {
  const [, mode = "", before = NO_OID, after = NO_OID] = header.slice(1).split(" ");
  return {
    path,
    ...(before === NO_OID ? {} : { before }),
    ...(after === NO_OID ? {} : { after, mode }),
  };
}
