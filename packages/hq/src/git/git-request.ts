import type { IncomingMessage } from "node:http";
import { createGunzip } from "node:zlib";
import { CmsError } from "@loam/cms-core";
import type { GitService } from "./git-place.ts";

/** One of the three requests of git's smart HTTP. */
export interface GitRequest {
  /** Of the repository, below `/git/` and without `.git`. */
  readonly name: string;
  readonly service: GitService;
  /** Whether it asks what there is, which comes before everything else. */
  readonly isFirst: boolean;
}

// As it is sent: whatever decodes or folds a path first would find another repository.
const ADDRESS =
  /^\/git\/((?:[A-Za-z0-9_-]{1,64}\/){0,2}[A-Za-z0-9_-]{1,64})\.git\/(?:info\/refs\?service=(git-(?:upload|receive)-pack)|(git-(?:upload|receive)-pack))$/;

/** Undefined for every other address or method. */
export function parseGitRequest({
  method,
  url = "",
}: Pick<IncomingMessage, "method" | "url">): GitRequest | undefined {
  const [, name = "", asked, done] = ADDRESS.exec(url) ?? [];
  const isFirst = asked !== undefined;
  const service = asked ?? done;
  if (service === undefined || method !== (isFirst ? "GET" : "POST")) return undefined;
  return {
    name,
    service: service === "git-receive-pack" ? "git-receive-pack" : "git-upload-pack",
    isFirst,
  };
}

/**
 * The token of a request: a password with any user's name, or a bearer token.
 *
 * @throws CmsError `not_signed_in` without one, `invalid_request` for several headers
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

/** The version of git's protocol that a client asks for; only such text reaches git. */
export function readGitVersion({ headers }: IncomingMessage): "0" | "1" | "2" {
  const asked = /^version=([12])$/.exec(String(headers["git-protocol"]))?.[1];
  return asked === "2" || asked === "1" ? asked : "0";
}

/** The body as it arrives; git compresses what is longer than a kilobyte. */
export function readGitBody(request: IncomingMessage): AsyncIterable<Uint8Array> {
  const encoding = request.headers["content-encoding"];
  // Who stops reading still has to take the rest: a client that is sending reads no answer.
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

/**
 * Takes what is left of a body, so that its sender comes to read the answer. What goes beyond all measure is not waited
 * for.
 */
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
    // Whoever read so far and stopped would keep it from flowing.
    request.removeAllListeners("readable");
    request.resume();
  });
}

/** A whole body. @throws CmsError `too_large` */
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
