import { randomUUID } from "node:crypto";
import { statSync } from "node:fs";
import { open } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { publicHeaders } from "@loam/cms-core/publish";
import { LRUCache } from "lru-cache";
import type { Logger } from "pino";
import {
  chooseEncoding,
  compressBody,
  type Encoding,
  findTag,
  formTag,
} from "../../platform/http/encoded-etag.ts";
import { logAnswer } from "../../platform/http/request-log.ts";
import { crossOriginHeaders, listSecurityHeaders } from "../../platform/http/security-headers.ts";
import { upTo } from "../../platform/limits/cache-size.ts";
import {
  CROSS_ORIGIN,
  type FileStat,
  fileTag,
  isSameFile,
  parsePublicAddress,
} from "./public-address.ts";

/** A published file in memory. */
interface HotFile {
  /** Where it is in the folder. */
  readonly place: string;
  /** Of the file as it was read, and the tag that is made from it. */
  readonly stat: FileStat;
  readonly tag: string;
  readonly body: Buffer;
  /** Compressed forms; one that is being made is undefined. */
  readonly forms: Map<Encoding, Buffer | undefined>;
}

/** Answers a request from memory; `false` for every other one, which it leaves untouched. */
export type HotFiles = (request: IncomingMessage, response: ServerResponse) => boolean;

export interface HotFilesOptions {
  readonly baseUrl: string;
  readonly log: Logger;
}

const MOUNT = "/public";
const MAX_FILE_BYTES = 256 * 1024;
const MAX_BYTES = 16 * 1024 * 1024;
/** An object with its buffers, beside the bytes themselves. */
const OVERHEAD_BYTES = 600;
/** Addresses that were asked for once: a file comes into memory by the second time. */
const ASKED = 5000;

/**
 * Published JSON of a folder that is asked for again and again, from memory and below Express: through its
 * middleware an answer costs several times as much (decision 0035). The file system is asked before each
 * answer whether the file is still the one that was read, so that what any process published is seen at once;
 * whatever is not in memory is left to `publicFiles`, which gives the same answers.
 */
export function createHotFiles(folder: string, { baseUrl, log }: HotFilesOptions): HotFiles {
  const common = commonHeaders(baseUrl);
  const isLogged = log.isLevelEnabled("debug");
  const files = new LRUCache<string, HotFile>({
    maxSize: MAX_BYTES,
    // Compressed forms, which may follow, are about half as long together.
    sizeCalculation: ({ body }, path) =>
      Math.ceil(body.length * 1.5) + path.length + OVERHEAD_BYTES,
  });
  const asked = new LRUCache<string, true>(upTo(ASKED));
  const reading = new Set<string>();

  async function read(path: string): Promise<void> {
    const address = parsePublicAddress(path.slice(MOUNT.length));
    if (address?.kind !== "api") return;
    const file = await readFile(join(folder, address.path));
    if (file !== undefined) files.set(path, file);
  }

  /** In the background; what cannot be read is reported by whatever serves it then. */
  function remember(path: string): void {
    if (asked.get(path) === undefined) {
      asked.set(path, true);
      return;
    }
    if (reading.has(path)) return;
    reading.add(path);
    read(path)
      .catch(() => undefined)
      .finally(() => reading.delete(path));
  }

  return (request, response) => {
    const path = askedPath(request);
    if (path === undefined) return false;
    const file = files.get(path);
    if (file === undefined || !isAsRead(file)) {
      files.delete(path);
      remember(path);
      return false;
    }
    const form = chooseForm(file, request);
    if (form === undefined) return false;
    const requestId = randomUUID();
    if (isLogged) logAnswer(log, { request, response, url: path, requestId });
    send(form, { request, response, headers: [...common, "X-Request-Id", requestId] });
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

/** What may be answered from memory; conditions that no reader of published files sends may not. */
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

async function readFile(place: string): Promise<HotFile | undefined> {
  await using handle = await open(place);
  const stat = await handle.stat();
  if (!stat.isFile() || stat.size > MAX_FILE_BYTES) return undefined;
  const body = await handle.readFile();
  return { place, stat, tag: fileTag(stat), body, forms: new Map() };
}

/** A look at an inode that is in use takes the kernel two microseconds; any other way costs more than the answer. */
function isAsRead({ place, stat }: HotFile): boolean {
  try {
    const now = statSync(place, OR_NOTHING);
    return now !== undefined && isSameFile(now, stat);
  } catch {
    return false;
  }
}

/** A file as one client is answered. */
interface Form {
  readonly tag: string;
  readonly encoding?: Encoding | undefined;
  /** Absent where the client has it. */
  readonly body?: Buffer;
}

/** Undefined where it is to be compressed first, which is not waited for. */
function chooseForm(file: HotFile, { headers }: IncomingMessage): Form | undefined {
  const given = headers["if-none-match"];
  const known = given === undefined ? undefined : findTag(file.tag, given);
  if (known !== undefined) return { tag: known };
  const encoding = chooseEncoding(file.body.length, headers["accept-encoding"]);
  if (encoding === undefined) return file;
  const body = formOf(file, encoding);
  return body && { tag: formTag(file.tag, encoding), encoding, body };
}

function formOf({ body, forms }: HotFile, encoding: Encoding): Buffer | undefined {
  if (!forms.has(encoding)) {
    forms.set(encoding, undefined);
    compressBody(body, encoding).then(
      (bytes) => forms.set(encoding, bytes),
      () => forms.delete(encoding),
    );
  }
  return forms.get(encoding);
}

const OR_NOTHING = { throwIfNoEntry: false } as const;

interface Sending {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly headers: string[];
}

function send({ tag, encoding, body }: Form, { request, response, headers }: Sending): void {
  headers.push("ETag", tag);
  if (body === undefined) {
    response.writeHead(304, headers).end();
    return;
  }
  headers.push("Content-Type", CONTENT_TYPE, "Content-Length", String(body.length));
  if (encoding !== undefined) headers.push("Content-Encoding", encoding);
  response.writeHead(200, headers);
  response.end(request.method === "HEAD" ? undefined : body);
}

const CONTENT_TYPE = publicHeaders("").contentType;
