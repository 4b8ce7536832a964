import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { CmsError } from "@loam/cms-core";
import { MEDIA_LIMITS } from "@loam/cms-core/media";
import type { FileStore } from "@tus/file-store";
import { Server } from "@tus/server";

/** The only version of the protocol. */
const VERSION = { "Tus-Resumable": "1.0.0" } as const;
const MALFORMED = "The upload headers do not follow tus 1.0.0.";
/** The headers of the library's responses that matter to clients. */
const HEADERS = ["Location", "Upload-Offset", "Upload-Length", "Tus-Resumable"] as const;

/** Response headers. */
export type TusHeaders = Readonly<Record<string, string>>;

/** Metadata stored with an upload. */
type Kept = Readonly<Record<string, string>>;

/** The tus protocol without HTTP. Callers have already authorized the request. */
export interface Tus {
  /** Starts an upload of this many bytes. @throws CmsError `too_large`, `invalid_request` */
  create(id: string, of: { readonly size: number; readonly kept: Kept }): Promise<TusHeaders>;
  /** Returns how much was received, after ending any active writer. @throws CmsError `not_found` */
  head(id: string): Promise<TusHeaders>;
  /**
   * Appends from an offset until the request ends or is aborted.
   *
   * @throws CmsError `conflict` (wrong offset), `not_found`, `too_large`, `upload_incomplete`
   */
  append(id: string, request: IncomingMessage): Promise<TusHeaders>;
  /** @throws CmsError `not_found` */
  remove(id: string): Promise<TusHeaders>;
}

export function createTus(datastore: FileStore): Tus {
  const creating = new WeakMap<object, { readonly id: string; readonly kept: Kept }>();
  const server = new Server({
    path: "/",
    datastore,
    maxSize: MEDIA_LIMITS.fileBytes,
    // Relative to the request URL, whatever prefix a proxy adds.
    generateUrl: (_request, { id }) => `uploads/${id}`,
    getFileIdFromRequest: ({ url }) => new URL(url).pathname.slice(1),
    namingFunction: (request) => creating.get(request)?.id ?? "",
    onUploadCreate: (request) => Promise.resolve({ metadata: { ...creating.get(request)?.kept } }),
    onResponseError: (_request, error) => {
      throw toCmsError(error);
    },
  });
  const ask = async (request: Request): Promise<TusHeaders> => {
    const { headers, ok } = await server.handleWeb(request);
    if (!ok) throw new CmsError("invalid_request", MALFORMED);
    return Object.fromEntries(
      HEADERS.flatMap((name) => {
        const value = headers.get(name);
        return value === null ? [] : [[name, value]];
      }),
    );
  };
  return {
    async create(id, { size, kept }) {
      const request = buildRequest("", {
        method: "POST",
        headers: { "Upload-Length": String(size) },
      });
      creating.set(request, { id, kept });
      return ask(request);
    },
    head: async (id) => ask(buildRequest(id, { method: "HEAD" })),
    append: async (id, request) => ask(buildRequest(id, partOf(request))),
    remove: async (id) => ask(buildRequest(id, { method: "DELETE" })),
  };
}

function buildRequest(
  id: string,
  { headers, ...init }: Omit<RequestInit, "headers"> & { readonly headers?: TusHeaders },
): Request {
  return new Request(`http://hq/${id}`, { ...init, headers: { ...VERSION, ...headers } });
}

function partOf(request: IncomingMessage) {
  const { "content-type": type = "", "content-length": length } = request.headers;
  const offset = request.headers["upload-offset"];
  return {
    method: "PATCH",
    headers: {
      "Content-Type": type,
      ...(length !== undefined && { "Content-Length": length }),
      ...(typeof offset === "string" && { "Upload-Offset": offset }),
    },
    body: Readable.toWeb(request),
    duplex: "half",
  } as const;
}

const GONE: ReadonlySet<number> = new Set([404, 410]);

/** Converts the library's errors, which have a status and a text. Our own pass through unchanged. */
function toCmsError(error: Error | { readonly status_code: number; readonly body: string }): Error {
  if (error instanceof CmsError) return error;
  if (!("status_code" in error)) return error;
  const { status_code: status } = error;
  if (GONE.has(status)) return uploadGone();
  if (status === 409) {
    return new CmsError("conflict", "Wrong upload offset. Request the current offset first.");
  }
  if (status === 413)
    return new CmsError("too_large", "The upload is larger than its declared length.");
  if (status === 403) return new CmsError("invalid_request", MALFORMED);
  if (status === 400) {
    return new CmsError(
      "upload_incomplete",
      "The upload was interrupted. Resume it from the current offset.",
    );
  }
  return new Error(`the upload failed: ${error.body.trim()}`);
}

/** The upload never existed, belongs to someone else, or has expired. */
export function uploadGone(): CmsError {
  return new CmsError("not_found", "This upload no longer exists. Send the file again.");
}
