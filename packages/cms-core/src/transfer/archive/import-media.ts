import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { CmsError, isCmsError, type Issue } from "../../base/errors.ts";
import { mediaPath } from "../../content/site/layout.ts";
import { isStored } from "../../media/intake/ingest-note.ts";
import type { MediaIntake } from "../../media/intake/media-intake.ts";
import type { MediaRecord } from "../../model/media.ts";
import type { SvgRule } from "../../model/site.ts";
import { readChecked, type ReadManifest } from "./manifest.ts";
import type { Archive } from "./open-archive.ts";
import type { SiteSnapshot } from "./read-snapshot.ts";

export interface ImportedMedia {
  readonly records: number;
  /** Number of stored binaries. */
  readonly stored: number;
  /** Ids of records whose binary is neither in the ZIP nor in media storage. */
  readonly missing: readonly string[];
  /** Binaries that the upload checks reject or would change. */
  readonly failed: readonly Issue[];
}

export interface ImportMediaOptions {
  readonly archive: Archive;
  readonly manifest: ReadManifest;
  readonly intake: MediaIntake;
  /** Folder for temporary files. */
  readonly folder: string;
  readonly dryRun: boolean;
}

/** Error codes that don't concern a single file: a mismatch with the manifest, or a full disk. */
const GENERAL_ERRORS: ReadonlySet<string> = new Set(["invalid_archive", "storage_failed"]);

/** Stores the binaries of an export after the upload checks. If one fails, its record has no binary. */
export async function importMedia(
  { media: records, site }: SiteSnapshot,
  { archive, manifest, intake, folder, dryRun }: ImportMediaOptions,
): Promise<ImportedMedia> {
  const bundled = bundledByHash(manifest);
  const failed: Issue[] = [];
  const missing: string[] = [];
  const seen = new Set<string>();
  for (const record of records) {
    if (seen.has(record.sha256)) continue;
    const path = bundled.get(record.sha256);
    if (path === undefined) {
      if (!(await isStored(record, intake.storage))) missing.push(record.id);
      continue;
    }
    seen.add(record.sha256);
    const file = join(folder, "binary");
    try {
      await pipeline(readChecked(archive, manifest, path), createWriteStream(file));
      if (dryRun) continue;
      await ingest(record, file, { intake, svg: site.media?.svg });
    } catch (error) {
      const { code, message } = asFileError(error);
      failed.push({ code, message, path: mediaPath(record.id) });
    } finally {
      await rm(file, { force: true });
    }
  }
  return {
    records: records.length,
    stored: dryRun ? 0 : seen.size - failed.length,
    missing,
    failed,
  };
}

/** Returns the error if it concerns a single file. @throws any other error */
function asFileError(error: unknown): CmsError {
  if (!isCmsError(error) || GENERAL_ERRORS.has(error.code)) throw error;
  // No upload was aborted: the disk didn't return what was just written to it.
  if (error.code === "upload_incomplete") throw notReadBack(error);
  return error;
}

function notReadBack(cause: CmsError): CmsError {
  const reason = cause.cause instanceof Error ? cause.cause.message : cause.message;
  const message = `A media file of the export could not be read back from disk: ${reason}`;
  return new CmsError("storage_failed", message, { cause });
}

function bundledByHash({ hashes }: ReadManifest): ReadonlyMap<string, string> {
  const media = [...hashes].filter(([path]) => path.startsWith("media/"));
  return new Map(media.map(([path, sha256]) => [sha256, path]));
}

async function ingest(
  { id, sha256, filename, alt, createdAt }: MediaRecord,
  file: string,
  { intake, svg }: { readonly intake: MediaIntake; readonly svg: SvgRule | undefined },
): Promise<void> {
  const stored = await intake.ingest({ content: { file }, id, filename, alt, createdAt }, { svg });
  if (stored.sha256 === sha256) return;
  const message = `${filename} would be stored as a different file, because its metadata was not removed before the export.`;
  throw new CmsError("invalid_media_record", message);
}
