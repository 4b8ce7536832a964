import { createHash } from "node:crypto";

/**
 * Objects up to this size are stored by one request, longer ones in parts of it, each kept in memory until it
 * is stored. Never changed: the tags of stored objects follow from it.
 */
export const PART_BYTES: number = 8 * 1024 * 1024;

/** Cuts bytes into parts of `PART_BYTES` but for the last; nothing makes one empty part. */
export async function* cutParts(
  body: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  let yielded = false;
  for await (const chunk of body) {
    let rest = chunk;
    while (bytes + rest.length >= PART_BYTES) {
      const head = rest.subarray(0, PART_BYTES - bytes);
      yield Buffer.concat([...waiting, head]);
      yielded = true;
      rest = rest.subarray(head.length);
      waiting = [];
      bytes = 0;
    }
    if (rest.length > 0) waiting.push(rest);
    bytes += rest.length;
  }
  if (bytes > 0 || !yielded) yield Buffer.concat(waiting);
}

/**
 * The tag that a service gives an object stored by this package, where it makes tags of MD5 as AWS does
 * without encryption by keys of its own: MD5 of the bytes, or of the parts' MD5 with their number.
 */
export async function etagOf(
  body: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<string> {
  const digests: Buffer[] = [];
  for await (const part of cutParts(body)) digests.push(md5(part));
  return etagOfParts(digests);
}

/** The tag of an object from the MD5 of its parts. */
export function etagOfParts(digests: readonly Buffer[]): string {
  const [only] = digests;
  return digests.length === 1 && only !== undefined
    ? only.toString("hex")
    : `${md5(Buffer.concat(digests)).toString("hex")}-${digests.length}`;
}

export function md5(bytes: Uint8Array): Buffer {
  return createHash("md5").update(bytes).digest();
}

/** A tag without the quotes that services put around it. */
export function bareEtag(etag: string | undefined): string {
  return (etag ?? "").replaceAll('"', "");
}
