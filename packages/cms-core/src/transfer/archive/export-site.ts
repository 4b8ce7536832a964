import { randomUUID } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { CmsError, isCmsError } from "../../base/errors.ts";
import { syncPath } from "../../git/disk/durable-file.ts";
import type { GitRepository } from "../../git/repository/repository.ts";
import type { MediaStorage } from "../../media/storage/media-storage.ts";
import type { MediaRecord } from "../../model/media.ts";
import { emptyLiveSite, type LiveSite } from "../../publish/live/live-site.ts";
import { loadLiveSite } from "../../publish/live/load-live-site.ts";
import { mediaFilePath } from "../../render/public-paths.ts";
import { countFiles, EXPORT_LIMITS, exportFiles } from "./export-files.ts";
import { type MediaPlan, planMedia } from "./plan-media.ts";
import { readCommits, readSnapshot, type SiteCommits, type SiteSnapshot } from "./read-snapshot.ts";
import { writeZip } from "./write-archive.ts";

export interface ExportOptions {
  readonly repository: GitRepository;
  readonly media: Pick<MediaStorage, "has" | "open">;
  /** `{public_storage_url}/{site_id}`, without a trailing slash, as configured for the publisher. */
  readonly publicUrl: string;
  /** Whether the site's files are public. @default true */
  readonly publishing?: boolean;
  /** Returns the URL at which members open a media file that isn't public, by record id. @default no URL */
  readonly contentUrl?: (id: string) => string;
  /** The publisher's live site in memory, used if it is at the exported commit. */
  readonly live?: LiveSite;
  /** Maximum size of media in the ZIP. @default 209715200 (200 MB) */
  readonly mediaLimitBytes?: number;
  /** Called with the number and path of each file when it starts. */
  readonly onFile?: (count: number, path: string) => void;
}

/** An export of the current site, ready to be read. It holds no open files or processes until then. */
export interface SiteExport {
  /** Suggested file name: `<site id>-<first digits of main>.zip`. */
  readonly filename: string;
  readonly commits: SiteCommits;
  readonly media: MediaPlan;
  /** Number of entries in any state. */
  readonly entryCount: number;
  /** Number of files: the last number passed to `onFile`. */
  readonly fileCount: number;
  /** HTTP response headers for this export, including a note if media were omitted. */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * The ZIP, to be read once. Memory use stays constant, and a slow reader slows it down. When the reader stops, all
   * open reads end (`return`, or the pipeline of a broken stream).
   *
   * @throws CmsError `storage_failed`, `not_found` (a binary was removed), `git_failed`, …
   */
  readonly zip: () => AsyncGenerator<Buffer>;
}

/**
 * Prepares an export of one commit each of `main` and `published`, regardless of later saves or publishes. The same
 * commits, URL, and Loam version give the same bytes.
 *
 * @throws CmsError `not_found`, `invalid_site`, `repository_broken`, `storage_failed`
 */
export async function openExport(options: ExportOptions): Promise<SiteExport> {
  const { repository, publicUrl, publishing = true } = options;
  const { mediaLimitBytes = EXPORT_LIMITS.mediaBytes } = options;
  const commits = await readCommits(repository);
  const snapshot = await readSnapshot(repository, commits);
  const { site } = snapshot;
  const live = await liveAt(snapshot, options);
  const media = await planMedia(snapshot.media, {
    storage: options.media,
    limitBytes: mediaLimitBytes,
    publicUrl: publishing ? publicUrl : undefined,
    contentUrl: options.contentUrl,
    isPublished: (record) => isShown(live, record),
  });
  const filename = `${site.id}-${commits.main.slice(0, 8)}.zip`;
  return {
    filename,
    commits,
    media,
    entryCount: snapshot.entries.length,
    fileCount: countFiles({ snapshot, live, media }),
    headers: {
      "Content-Type": "application/zip",
      "Content-Disposition": `attachment; filename="${filename}"`,
      "X-Export-Media-Limit": String(mediaLimitBytes),
      "X-Export-Media-Bundled": String(media.bundled.length),
      "X-Export-Media-Not-Bundled": String(media.linked.length),
      "X-Export-Media-Missing": String(media.missing.length),
    },
    zip: () => {
      const { media: storage, onFile = () => undefined } = options;
      const parts = { repository, storage, snapshot, live, media };
      const files = exportFiles({ ...parts, limitBytes: mediaLimitBytes, onFile });
      return writeZip(files, { when: snapshot.when });
    },
  };
}

function isShown({ graph }: LiveSite, record: MediaRecord): boolean {
  const shown = graph.media.get(record.id)?.record;
  const isUsed = shown !== undefined && graph.mediaUsers.get(record.id) !== undefined;
  return isUsed && mediaFilePath(shown) === mediaFilePath(record);
}

async function liveAt(
  { commits: { published: commit } }: SiteSnapshot,
  { repository, publicUrl, live }: ExportOptions,
): Promise<LiveSite> {
  if (live !== undefined && live.commit === commit && live.publicUrl === publicUrl) return live;
  if (commit === undefined) return emptyLiveSite(publicUrl);
  return loadLiveSite(repository, { publicUrl, commit });
}

export interface WriteFileOptions {
  /** File mode before the process's umask. @default 0o666 */
  readonly mode?: number;
}

/**
 * Writes an export to a temporary file in the same folder, syncs it, and renames it, so that `path` only ever holds a
 * complete export. Returns its size.
 *
 * @throws CmsError `storage_failed` with the system error as its cause, and the errors of `zip`
 */
export async function writeExportFile(
  path: string,
  zip: AsyncIterable<Uint8Array>,
  { mode = 0o666 }: WriteFileOptions = {},
): Promise<number> {
  const temporary = join(dirname(path), `.${basename(path)}.${randomUUID()}.part`);
  try {
    const byteSize = await writeDurably(temporary, zip, mode);
    await rename(temporary, path);
    await syncPath(dirname(path));
    return byteSize;
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    if (isCmsError(error)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new CmsError("storage_failed", `Could not write ${path}: ${reason}`, { cause: error });
  }
}

async function writeDurably(
  path: string,
  zip: AsyncIterable<Uint8Array>,
  mode: number,
): Promise<number> {
  await using file = await open(path, "wx", mode);
  let byteSize = 0;
  for await (const chunk of zip) {
    await file.writeFile(chunk);
    byteSize += chunk.length;
  }
  await file.sync();
  return byteSize;
}
