import type { IncomingMessage } from "node:http";
import { createGunzip } from "node:zlib";
import { CmsError } from "@loam/cms-core";
import type { GitService } from "./git-place.ts";

/** One of the three requests of Git's smart HTTP protocol. */
export interface GitRequest {
  /** Path of the repository below `/git/`, without `.git`. */
  readonly name: string;
  readonly service: GitService;
  /** Whether it requests the list of refs, which is always the first request. */
  readonly isFirst: boolean;
}

// Matched without decoding: a decoded or normalized path could match another repository.
const ADDRESS =
  /^\/git\/((?:[A-Za-z0-9_-]{1,64}\/){0,2}[A-Za-z0-9_-]{1,64})\.git\/(?:info\/refs\?service=(git-(?:upload|receive)-pack)|(git-(?:upload|receive)-pack))$/;

/** Returns undefined for all other paths and methods. */
export function parseGitRequest({
  method,
  url = "",
}: Pick<IncomingMessage, "method" | "url">): GitRequest | undefined {
  const [, name = "", asked, action] = ADDRESS.exec(url) ?? [];
  const isFirst = asked !== undefined;
  const service = asked ?? action;
  if (service === undefined || method !== (isFirst ? "GET" : "POST")) return undefined;
  return {
    name,
    service: service === "git-receive-pack" ? "git-receive-pack" : "git-upload-pack",
    isFirst,
  };
}

/**
 * Returns the token of a request: a password with any user name, or a bearer token.
 *
 * @throws CmsError `not_signed_in` without a token, `invalid_request` for several headers
 */
export function readGitToken({ rawHeaders, headers }: IncomingMessage): string {
  const names = rawHeaders.filter((_, index) => index % 2 === 0);
  if (names.filter((name) => name.toLowerCase() === "authorization").length > 1) {
    throw new CmsError("invalid_request", "Send only one Authorization header.");
  }
  const [, scheme = "", value = ""] =
    /^(Basic|Bearer) +(\S+)$/i.exec(headers.authorization ?? "") ?? [];
  const isBearer = scheme.toLowerCase() === "bearer";
  const plain = isBearer ? `:${value}` : Buffer.from(value, "base64").toString("utf8");
  const token = plain.slice(plain.indexOf(":") + 1);
  if (token !== "") return token;
  throw new CmsError("not_signed_in", "Send a token as the password, with any user name.");
}

/** Returns the protocol version requested by the client. Only these values are passed to Git. */
export function readGitVersion({ headers }: IncomingMessage): "0" | "1" | "2" {
  const asked = /^version=([12])$/.exec(String(headers["git-protocol"]))?.[1];
  return asked === "2" || asked === "1" ? asked : "0";
}

/** Streams the body. Git compresses bodies above one kilobyte. */
export function readGitBody(request: IncomingMessage): AsyncIterable<Uint8Array> {
  const encoding = request.headers["content-encoding"];
  // The stream stays open after reading stops: a client that is still sending doesn't read the response.
  const body = request.iterator({ destroyOnReturn: false });
  if (encoding === undefined || encoding === "identity") return body;
  if (encoding !== "gzip") {
    throw new CmsError(
      "unsupported_media_type",
      "Send the body uncompressed, or compressed with gzip.",
    );
  }
  return inflate(request);
}

async function* inflate(request: IncomingMessage): AsyncGenerator<Uint8Array> {
  const inflated = createGunzip();
  request.once("error", (error) => inflated.destroy(error));
  try {
    yield* request.pipe(inflated);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (!code.startsWith("Z_")) throw error;
    throw new CmsError("invalid_request", "The body is not valid gzip data.", {
      cause: error,
    });
  }
}

/** Reads the rest of a body, so that the client finishes sending and reads the response. Stops at a limit. */
export async function drainRequest(
  request: IncomingMessage,
  { maxBytes, signal }: { readonly maxBytes: number; readonly signal: AbortSignal },
): Promise<void> {
  if (request.readableEnded || request.destroyed || signal.aborted) return;
  request.unpipe();
  await new Promise<void>((resolve) => {
    let byteSize = 0;
    const done = (): void => resolve();
    request.once("end", done).once("close", done).once("error", done);
    signal.addEventListener("abort", done, { once: true });
    request.on("data", (chunk: Buffer) => {
      byteSize += chunk.length;
      if (byteSize > maxBytes) resolve();
    });
    // Listeners of an earlier reader would keep the stream from flowing.
    request.removeAllListeners("readable");
    request.resume();
  });
}

/** Reads a whole body. @throws CmsError `too_large` */
export async function readWhole(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let byteSize = 0;
  for await (const chunk of body) {
    byteSize += chunk.length;
    if (byteSize > maxBytes) throw new CmsError("too_large", "The request is too long.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
