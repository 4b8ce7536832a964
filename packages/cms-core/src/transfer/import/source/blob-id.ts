import { createHash } from "node:crypto";

/** The object id that git gives to a file of these bytes. */
export function blobId(bytes: Uint8Array): string {
  return createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}
