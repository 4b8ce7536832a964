import { CmsError } from "@loam/cms-core";
import type { Request } from "express";

/** Metadata of a file, sent before its first byte. */
export interface TusCreation {
  readonly size: number;
  readonly filename: string;
  /** Lowercase hex of the uploaded file. */
  readonly sha256?: string;
}

const MAX_CHARACTERS = 4096;
const PAIR = /^([a-zA-Z0-9_-]{1,50}) ([A-Za-z0-9+/]*={0,2})$/;

/** @throws CmsError `invalid_request` if the tus headers are invalid or the file has no name */
export function readTusCreation(request: Pick<Request, "get">): TusCreation {
  const length = request.get("Upload-Length") ?? "";
  if (!/^\d{1,15}$/.test(length) || Number(length) === 0) {
    throw headerError("Upload-Length", "it must be the number of bytes, greater than 0");
  }
  const metadata = readMetadata(request.get("Upload-Metadata") ?? "");
  const { filename = "", sha256 } = Object.fromEntries(metadata);
  if (filename === "") throw headerError("Upload-Metadata", "it must contain a filename");
  if (sha256 !== undefined && !/^[0-9a-f]{64}$/.test(sha256)) {
    throw headerError("Upload-Metadata", "its sha256 must be 64 lowercase hexadecimal digits");
  }
  return { size: Number(length), filename, ...(sha256 !== undefined && { sha256 }) };
}

/** Parses comma-separated pairs of a name and a base64 value. */
function readMetadata(text: string): ReadonlyMap<string, string> {
  if (text.length > MAX_CHARACTERS) throw headerError("Upload-Metadata", "it is too long");
  const pairs = text.split(",").map((pair) => {
    const [, name = "", value = ""] = PAIR.exec(pair.trim()) ?? [];
    if (name === "")
      throw headerError("Upload-Metadata", "it must be pairs of a name and a base64 value");
    return [name, Buffer.from(value, "base64").toString("utf8")] as const;
  });
  return new Map(pairs);
}

function headerError(header: string, why: string): CmsError {
  return new CmsError("invalid_request", `${header} is invalid: ${why}.`);
}
