import { randomUUID } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, readFileSync, statSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { publicHeaders } from "@loam/cms-core/publish";
import { LRUCache } from "lru-cache";
import type { Logger } from "pino";
import { findTag, formFor, type KeptBody } from "../../platform/http/encoded-etag.ts";
import { logAnswer } from "../../platform/http/request-log.ts";
import { crossOriginHeaders, listSecurityHeaders } from "../../platform/http/security-headers.ts";
import {
  CROSS_ORIGIN,
  type FileStat,
  fileTag,
  isSameFile,
  parsePublicAddress,
} from "./public-address.ts";

/**
 * Responds to requests for short published JSON. Returns `false` for all others and leaves them untouched.
 *
 * @param answered - called when the response was handed over
 */
export type PublicJson = (
  request: IncomingMessage,
  response: ServerResponse,
  answered?: (exchange: AnsweredFile) => void,
) => boolean;

interface AnsweredFile {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly ms: number;
}

export interface PublicJsonOptions {
  readonly baseUrl: string;
  readonly log: Logger;
}

const MOUNT = "/public";
/** Longer files, such as lists of thousands of entries, are streamed by Express. */
const MAX_FILE_BYTES = 256 * 1024;
const MAX_BYTES = 16 * 1024 * 1024;
/** Memory of an object with its buffers, in addition to the bytes. */
const OVERHEAD_BYTES = 600;

/**
 * Serves published JSON of a folder below Express, whose middleware would make a response several times as expensive
 * (decision 0011). Recent files are cached. Before each response, the file's status is checked, so that publishes by
 * any process are visible immediately. All other files are left to `publicFiles`, which returns the same responses.
 */
export function createPublicJson(folder: string, { baseUrl, log }: PublicJsonOptions): PublicJson {
  const common = commonHeaders(baseUrl);
  const isLogged = log.isLevelEnabled("debug");
  const files = new LRUCache<string, PublishedFile>({
    maxSize: MAX_BYTES,
    // Compressed forms, which are added later, take about half as much again.
    sizeCalculation: ({ body }, path) =>
      Math.ceil(body.length * 1.5) + path.length + OVERHEAD_BYTES,
  });

  function find(path: string): PublishedFile | undefined {
    const cached = files.get(path);
    if (cached !== undefined && isAsRead(cached)) return cached;
    const file = readFile(folder, path);
    files.set(path, file);
    return file;
  }

  return (request, response, answered) => {
    const start = performance.now();
    const path = askedPath(request);
    const file = path === undefined ? undefined : find(path);
    if (path === undefined || file === undefined) return false;
    const requestId = randomUUID();
    if (isLogged) logAnswer(log, { request, response, url: path, requestId });
    send(file, { request, response, headers: [...common, "X-Request-Id", requestId] })
      .then(() => answered?.({ request, response, ms: performance.now() - start }))
      .catch((error: unknown) => {
        log.error({ err: error, requestId });
        response.destroy();
      });
    return true;
  };
}

function commonHeaders(baseUrl: string): readonly string[] {
  const shared = Object.entries(crossOriginHeaders(CROSS_ORIGIN.expose));
  const { cacheControl } = publicHeaders("");
  return [
    ...new Map([...listSecurityHeaders(baseUrl), ...shared]),
    ["Cache-Control", cacheControl],
    ["Vary", "Accept-Encoding"],
  ].flat();
}

/** Returns the path of a request that can be handled here. Requests with unusual conditional headers cannot. */
function askedPath({ method, url = "", headers }: IncomingMessage): string | undefined {
  if (method !== "GET" && method !== "HEAD") return undefined;
  if (!url.startsWith(`${MOUNT}/`) || url.length > MAX_PATH) return undefined;
  if (headers["if-match"] !== undefined || headers["if-unmodified-since"] !== undefined) {
    return undefined;
  }
  const mark = url.indexOf("?");
  return mark === -1 ? url : url.slice(0, mark);
}

const MAX_PATH = 1024;

interface PublishedFile extends KeptBody {
  /** Path in the folder. */
  readonly place: string;
  /** Status of the file when it was read. Its tag is derived from it. */
  readonly stat: FileStat;
}

/**
 * Reads a file synchronously: for a short file in the system's cache that takes about 20 µs, and asynchronous reads
 * cost more than the response. Returns undefined for files that others must handle: not published JSON, too long, or
 * unreadable.
 */
function readFile(folder: string, path: string): PublishedFile | undefined {
  try {
    const address = parsePublicAddress(path.slice(MOUNT.length));
    if (address?.kind !== "api") return undefined;
    const place = join(folder, address.path);
    // Opening a pipe or device must not block.
    const file = openSync(place, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const stat = fstatSync(file);
      if (!stat.isFile() || stat.size > MAX_FILE_BYTES) return undefined;
      const body = readFileSync(file);
      return { place, stat, tag: fileTag(stat), body, forms: new Map() };
    } finally {
      closeSync(file);
    }
  } catch {
    return undefined;
  }
}

/** The status of an inode in use takes the kernel 2 µs. */
function isAsRead({ place, stat }: PublishedFile): boolean {
  try {
    const now = statSync(place, OR_NOTHING);
    return now !== undefined && isSameFile(now, stat);
  } catch {
    return false;
  }
}

const OR_NOTHING = { throwIfNoEntry: false } as const;

interface Sending {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly headers: readonly string[];
}

async function send(file: PublishedFile, { request, response, headers }: Sending): Promise<void> {
  const ifNoneMatch = request.headers["if-none-match"];
  const known = ifNoneMatch === undefined ? undefined : findTag(file.tag, ifNoneMatch);
  if (known !== undefined) {
    response.writeHead(304, [...headers, "ETag", known]).end();
    return;
  }
  const form = await formFor(file, request.headers["accept-encoding"]);
  response.writeHead(200, [...headers, "ETag", form.tag, ...form.headers]);
  response.end(request.method === "HEAD" ? undefined : form.body);
}
