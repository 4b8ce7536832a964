import type { Readable } from "node:stream";
import { Busboy, type BusboyHeaders, type BusboyInstance } from "@fastify/busboy";
import { CmsError } from "@loam/cms-core";
import { MEDIA_LIMITS } from "@loam/cms-core/media";
import type { Request } from "express";
import { allowSlow } from "../../platform/http/end-connections.ts";

/** The file of a form while it is received. */
interface FormFile {
  readonly content: Readable;
  /** File name from the client, without folders. */
  readonly filename: string;
  /** Aborted if the client disconnects or the form is malformed. */
  readonly signal: AbortSignal;
}

interface ReceivedForm<T> {
  /** Text fields before the file, by name. */
  readonly fields: ReadonlyMap<string, string>;
  /** Result of `take`. */
  readonly taken: T;
}

interface ReceiveForm<T> {
  /** Names of text fields accepted along with the part `file`. */
  readonly fields: readonly string[];
  /** Reads the whole file or fails. */
  readonly take: (file: FormFile) => Promise<T>;
}

const FIELD_BYTES = 64 * 1024;
const LINGER_MS = 10_000;
const IDLE_MS = MEDIA_LIMITS.stallSeconds * 1000;

/**
 * Streams a `multipart/form-data` body with one file and some text fields. The file isn't buffered in memory. Resolves
 * when the whole form was received and the file processed.
 *
 * @throws CmsError `unsupported_media_type`, `invalid` (unexpected form), `upload_incomplete`, and errors of `take`
 */
export async function receiveForm<T>(
  request: Request,
  { fields: allowed, take }: ReceiveForm<T>,
): Promise<ReceivedForm<T>> {
  const parser = openParser(request);
  const fields = new Map<string, string>();
  const disconnected = new AbortController();
  const received = Promise.withResolvers<void>();
  // The form can fail before anything awaits it.
  received.promise.catch(() => undefined);
  let taking: Promise<T> | undefined;
  const fail = (error: unknown): void => {
    received.reject(error);
    disconnected.abort();
  };
  parser.on("file", (name, content, filename) => {
    if (name !== "file" || taking !== undefined) {
      content.resume();
      fail(formError(name, "Unknown file part."));
      return;
    }
    // Handles errors of a truncated part, even if no one reads it anymore.
    content.on("error", (error) => fail(incompleteError(error)));
    taking = take({ content, filename, signal: disconnected.signal });
    taking.catch((error: unknown) => {
      content.resume();
      fail(error);
    });
  });
  parser.on("field", (name, value, _nameTruncated, valueTruncated) => {
    if (!allowed.includes(name)) fail(formError(name, "Unknown part."));
    else if (fields.has(name)) fail(formError(name, "This part was sent twice."));
    else if (valueTruncated) fail(formError(name, "This part is too long."));
    else fields.set(name, value);
  });
  parser.on("partsLimit", () => fail(formError("", "The form has too many parts.")));
  parser.on("filesLimit", () => fail(formError("file", "Send exactly one file.")));
  parser.on("error", (error) => fail(incompleteError(error)));
  parser.on("finish", () => received.resolve());
  const lost = (): void => {
    if (!request.complete) fail(incompleteError());
  };
  request.once("close", lost).once("error", lost);
  allowSlow(request);
  request.setTimeout(IDLE_MS, () => request.destroy());
  request.pipe(parser);
  try {
    await received.promise;
    if (taking === undefined) throw formError("file", "The form contains no file.");
    return { fields, taken: await taking };
  } catch (error) {
    request.unpipe(parser);
    disconnectSoon(request);
    // `take` has released the file when this returns.
    const failed: unknown = await taking?.catch((reason: unknown) => reason);
    // A disk failure also stops reading, which would look like a disconnected client.
    throw failed instanceof CmsError && failed.status >= 500 ? failed : error;
  } finally {
    request.off("close", lost).off("error", lost);
    request.setTimeout(0);
  }
}

/** Lets a rejected client read the response, but not keep sending indefinitely. */
function disconnectSoon(request: Request): void {
  const timer = setTimeout(() => request.destroy(), LINGER_MS).unref();
  request.once("close", () => clearTimeout(timer));
}

function openParser(request: Request): BusboyInstance {
  const type = request.headers["content-type"];
  if (type === undefined || request.is("multipart/form-data") === false) {
    throw new CmsError("unsupported_media_type", "Send the file as multipart/form-data.");
  }
  const headers: BusboyHeaders = { ...request.headers, "content-type": type };
  try {
    return new Busboy({
      headers,
      limits: { files: 1, fields: 10, parts: 12, fieldSize: FIELD_BYTES, fieldNameSize: 100 },
    });
  } catch (cause) {
    throw new CmsError("invalid_request", "The Content-Type of the form has no boundary.", {
      cause,
    });
  }
}

function formError(part: string, message: string): CmsError {
  const issue = { code: "invalid", message, ...(part !== "" && { field: part }) } as const;
  return new CmsError("invalid", message, { issues: [issue] });
}

function incompleteError(cause?: unknown): CmsError {
  return new CmsError(
    "upload_incomplete",
    "The form was not received completely, so nothing was stored. Send it again.",
    { cause },
  );
}
