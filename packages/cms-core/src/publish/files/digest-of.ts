import { createHash } from "node:crypto";
import { cutParts, etagOfParts, md5 } from "../../media/s3/s3-etag.ts";

export interface Digest {
  readonly byteSize: number;
  /** Lower-case hex. */
  readonly sha256: string;
  /** As a bucket would give it. */
  readonly etag: string;
}

/** Reads bytes to their end, a few megabytes at a time. */
export async function digestOf(
  body: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<Digest> {
  const hash = createHash("sha256");
  const parts: Buffer[] = [];
  let byteSize = 0;
  for await (const part of cutParts(body)) {
    hash.update(part);
    parts.push(md5(part));
    byteSize += part.length;
  }
  return { byteSize, sha256: hash.digest("hex"), etag: etagOfParts(parts) };
}
