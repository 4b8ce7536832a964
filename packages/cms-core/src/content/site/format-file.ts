import { CmsError } from "../../base/errors.ts";

/** The format of the whole repository, on `published`, which only HQ writes. */
export const FORMAT_PATH = "ledger/format.yml";

/**
 * The format that this version writes. Repositories without the file have format 1: their ledger and media records may
 * still be in flat folders.
 */
const REPOSITORY_FORMAT = 2;

export function printFormatFile(): Uint8Array {
  return Buffer.from(`format: ${REPOSITORY_FORMAT}\n`);
}

/**
 * Rejects a repository written by a newer version of Loam.
 *
 * @param bytes - of `FORMAT_PATH`; undefined if the file doesn't exist
 * @throws CmsError `repository_format_unknown`
 */
export function checkFormatFile(bytes: Uint8Array | undefined): void {
  if (bytes === undefined) return;
  const format = /^format: ([1-9]\d{0,8})$/m.exec(Buffer.from(bytes).toString("latin1"))?.[1];
  if (format === undefined) {
    throw unknownFormat(
      `${FORMAT_PATH} on the published branch does not contain the repository format.`,
    );
  }
  if (Number(format) > REPOSITORY_FORMAT) {
    throw newerFormat(Number(format), REPOSITORY_FORMAT);
  }
}

/** @returns CmsError `repository_format_unknown` that names both versions */
export function newerFormat(found: number, known: number): CmsError {
  return unknownFormat(
    `This repository has format ${found}, but this version of Loam reads formats up to ${known}. Use the version of Loam that wrote the repository, or a newer one.`,
  );
}

/** @returns CmsError `repository_format_unknown` */
export function unknownFormat(message: string): CmsError {
  return new CmsError("repository_format_unknown", message);
}
