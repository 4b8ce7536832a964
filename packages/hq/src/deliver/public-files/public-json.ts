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
 * Answers a request for short published JSON; `false` for every other one, which it leaves untouched.
 *
 * @param answered is called when the answer was handed over
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
/** Longer files, as lists of thousands of entries, are streamed by Express. */
const MAX_FILE_BYTES = 256 * 1024;
const MAX_BYTES = 16 * 1024 * 1024;
/** An object with its buffers, beside the bytes themselves. */
const OVERHEAD_BYTES = 600;

/**
 * Published JSON of a folder, below Express: through its middleware an answer costs several times as much
 * (decision 0011). What was read last is kept; the file system is asked before each answer whether the file is
 * still that one, so that what any process published is seen at once. Whatever is not such a file is left to
 * `publicFiles`, which gives the same answers.
 */
export function createPublicJson(folder: string, { baseUrl, log }: PublicJsonOptions): PublicJson {
  const common = commonHeaders(baseUrl);
  const isLogged = log.isLevelEnabled("debug");
  const files = new LRUCache<string, PublishedFile>({
    maxSize: MAX_BYTES,
    // Compressed forms, which may follow, are about half as long together.
    sizeCalculation: ({ body }, path) =>
      Math.ceil(body.length * 1.5) + path.length + OVERHEAD_BYTES,
  });

  function find(path: string): PublishedFile | undefined {
    const kept = files.get(path);
    if (kept !== undefined && isAsRead(kept)) return kept;
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

/** What may be answered here; conditions that no reader of published files sends may not. */
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
  /** Where it is in the folder. */
  readonly place: string;
  /** Of the file as it was read; its tag is made from it. */
  readonly stat: FileStat;
}

/**
 * Reads a file at once: a short one that the system has in memory takes some twenty microseconds, and any other way
 * costs more than the answer. Undefined for what is to be answered by others: what is no published JSON, is
 * long, or cannot be read.
 */
function readFile(folder: string, path: string): PublishedFile | undefined {
  try {
    const address = parsePublicAddress(path.slice(MOUNT.length));
    if (address?.kind !== "api") return undefined;
    const place = join(folder, address.path);
    // Nothing that is no file may be waited for.
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

/** A look at an inode that is in use takes the kernel two microseconds. */
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
  const given = request.headers["if-none-match"];
  const known = given === undefined ? undefined : findTag(file.tag, given);
  if (known !== undefined) {
    response.writeHead(304, [...headers, "ETag", known]).end();
    return;
  }
  const form = await formFor(file, request.headers["accept-encoding"]);
  response.writeHead(200, [...headers, "ETag", form.tag, ...form.headers]);
  response.end(request.method === "HEAD" ? undefined : form.body);
}
