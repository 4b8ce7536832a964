import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import { CmsError } from "../../base/errors.ts";
import { sizeOf } from "../../base/quantity.ts";
import { MEDIA_LIMITS } from "../kinds/media-kinds.ts";
import { PART_BYTES, partsOfFile } from "../kinds/sniff-media.ts";

/** Content of an upload: bytes in memory, a file to copy, or a stream. */
export type UploadContent = Uint8Array | { readonly file: string } | AsyncIterable<Uint8Array>;

export interface ReceiveOptions {
  /** Announced number of bytes; another number is rejected. */
  readonly expectedBytes?: number | undefined;
  /** Cancels the upload, for example when its connection is lost. */
  readonly signal?: AbortSignal | undefined;
  /** @default 60 seconds */
  readonly stallMs?: number | undefined;
}

export interface ReceivedUpload {
  readonly byteSize: number;
  /** Lowercase hex. */
  readonly sha256: string;
}

/**
 * Writes an upload to the file `path`, holding only one part of it in memory. An interrupted upload is never mistaken
 * for a shorter one.
 *
 * @throws CmsError `too_large` as soon as the limit is exceeded; `upload_incomplete` if the sender fails, stops
 * sending, or sends another number of bytes than announced
 */
export async function receiveUpload(
  content: UploadContent,
  path: string,
  options: ReceiveOptions = {},
): Promise<ReceivedUpload> {
  const maxBytes = MEDIA_LIMITS.fileBytes;
  if ((options.expectedBytes ?? 0) > maxBytes) throw tooLarge(maxBytes);
  await using target = await open(path, "wx");
  const hash = createHash("sha256");
  let byteSize = 0;
  for await (const part of withStallTimeout(partsOf(content), options)) {
    byteSize += part.length;
    if (byteSize > maxBytes) throw tooLarge(maxBytes);
    hash.update(part);
    await target.writeFile(part);
  }
  const { expectedBytes = byteSize } = options;
  if (byteSize !== expectedBytes) {
    throw incomplete(`received ${byteSize} of ${expectedBytes} bytes`);
  }
  return { byteSize, sha256: hash.digest("hex") };
}

export function tooLarge(maxBytes: number, what = "A file"): CmsError {
  const message = `${what} can be up to ${sizeOf(maxBytes)}.`;
  return new CmsError("too_large", message, { details: { maxBytes } });
}

function incomplete(reason: string, cause?: unknown): CmsError {
  return new CmsError(
    "upload_incomplete",
    `The upload is incomplete (${reason}), so nothing was stored. Upload the file again.`,
    { cause },
  );
}

function partsOf(content: UploadContent): AsyncIterable<Uint8Array> {
  if (content instanceof Uint8Array) return slices(content);
  return "file" in content ? partsOfFile(content.file) : content;
}

async function* slices(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PART_BYTES) yield bytes.subarray(at, at + PART_BYTES);
}

/** Yields the parts as long as they keep arriving. */
async function* withStallTimeout(
  parts: AsyncIterable<Uint8Array>,
  { signal, stallMs = MEDIA_LIMITS.stallSeconds * 1000 }: ReceiveOptions,
): AsyncGenerator<Uint8Array> {
  const iterator = parts[Symbol.asyncIterator]();
  let ended = false;
  try {
    for (;;) {
      const next = await nextInTime(iterator, { signal, stallMs });
      if (next.done === true) {
        ended = true;
        return;
      }
      yield next.value;
    }
  } finally {
    // A silent sender wouldn't respond to this either, so it isn't awaited.
    if (!ended) void iterator.return?.().catch(() => undefined);
  }
}

async function nextInTime(
  iterator: AsyncIterator<Uint8Array>,
  { signal, stallMs }: { readonly signal: AbortSignal | undefined; readonly stallMs: number },
): Promise<IteratorResult<Uint8Array>> {
  const stopped = Promise.withResolvers<never>();
  const abort = (): void => stopped.reject(incomplete("the connection was closed"));
  const timer = setTimeout(
    () => stopped.reject(incomplete(`no data for ${stallMs / 1000} seconds`)),
    stallMs,
  );
  signal?.addEventListener("abort", abort, { once: true });
  if (signal?.aborted === true) abort();
  try {
    return await Promise.race([iterator.next(), stopped.promise]);
  } catch (error) {
    throw error instanceof CmsError ? error : incomplete("reading the upload failed", error);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  }
}
