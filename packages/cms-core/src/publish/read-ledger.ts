import { parseLedgerFile } from "../content/ledger-file.ts";
import type { LedgerRecord } from "../model/ledger.ts";

const TIME = String.raw`(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)`;
const PLAIN = String.raw`([\p{L}][\p{L}\p{M}\p{N} ._~<>@+-]*)`;

/** A ledger file as HQ prints it, where no value needs quotes. */
const PRINTED = new RegExp(
  String.raw`^state: (published|unpublished)\nversion: ([1-9]\d{0,8})\nblob: ([0-9a-f]{40})\n` +
    String.raw`schema: ([1-9]\d{0,8})\nslug: ${PLAIN}\nsortOrder: (0|-?[1-9]\d{0,14})\n` +
    String.raw`createdAt: ${TIME}\nupdatedAt: ${TIME}\npublishedAt: ${TIME}\n` +
    String.raw`by: ${PLAIN}\nsourceCommit: ([0-9a-f]{40})\n$`,
  "u",
);

export interface LedgerFile {
  readonly path: string;
  /** API id of the entry's type. */
  readonly type: string;
  readonly id: string;
}

/**
 * `parseLedgerFile`, ten times as fast for a file in the form that HQ gives it: a site has as many of them
 * as entries, and all are read when it is loaded.
 *
 * @throws CmsError `invalid`
 */
export function readLedger(bytes: Uint8Array, file: LedgerFile): LedgerRecord {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
  const printed = PRINTED.exec(text);
  return printed === null ? parseLedgerFile(bytes, file) : recordOf(printed, file);
}

function recordOf(
  [, state, version, blob = "", schema, slug = "", sortOrder, ...rest]: RegExpExecArray,
  { type, id }: LedgerFile,
): LedgerRecord {
  const [createdAt = "", updatedAt = "", publishedAt = "", by = "", sourceCommit = ""] = rest;
  return {
    id,
    type,
    state: state === "published" ? "published" : "unpublished",
    version: Number(version),
    blob,
    schema: Number(schema),
    slug,
    sortOrder: Number(sortOrder),
    createdAt,
    updatedAt,
    publishedAt,
    by,
    sourceCommit,
  };
}
