import { extname } from "node:path";
import { type Issue, readOr } from "../../base/errors.ts";
import { classifyPath } from "../../content/site/layout.ts";
import { parseMediaFile } from "../../content/site/media-file.ts";
import type { FileChange } from "../../git/read/diff-reader.ts";
import { readFiles } from "../../git/repository/read-files.ts";
import type { GitRepository } from "../../git/repository/repository.ts";
import type { MediaRecord } from "../../model/media.ts";
import type { SiteConfig } from "../../model/site.ts";
import type { SiteIndex } from "../read/site-index.ts";

interface MediaCheck {
  readonly incoming: GitRepository;
  /** Tip of `main`; undefined if there is nothing to compare with. */
  readonly from: string | undefined;
  readonly changes: readonly FileChange[];
  readonly site: SiteConfig;
}

/**
 * Rejects changes to data that HQ detects in uploads, because quotas depend on it and sites show it. A pushed record
 * must match the record on `main` with the same id or binary, or the record before it was deleted.
 */
export async function checkMedia(
  before: SiteIndex,
  { incoming, from, changes, site }: MediaCheck,
): Promise<readonly Issue[]> {
  const pushed = changes.flatMap(({ path, after: blob }) => {
    const identity = classifyPath(path, site);
    return identity.kind === "media" && blob !== undefined ? [{ path, id: identity.id, blob }] : [];
  });
  if (from === undefined || pushed.length === 0) return [];
  const issues: Issue[] = [];
  for (const [{ path, id }, bytes] of await readFiles(incoming, pushed, ({ blob }) => blob)) {
    // Unreadable records are reported as problems of the site.
    const record = readOr(() => parseMediaFile(bytes, path), undefined);
    if (record === undefined) continue;
    const own = await recordsAt(incoming, before.mediaWithId(id));
    const known =
      own.length > 0 ? own : await readPossibleRecords(incoming, { from, path, before });
    issues.push(...difference(record, known, path));
  }
  return issues;
}

interface Stored {
  readonly path: string;
  readonly blob: string;
}

async function recordsAt(
  repository: GitRepository,
  files: readonly Stored[],
): Promise<readonly MediaRecord[]> {
  const read = await readFiles(repository, files, ({ blob }) => blob);
  return read.flatMap(([{ path }, bytes]) => readOr(() => [parseMediaFile(bytes, path)], []));
}

/** Returns the records that a record missing on `main` can match: all records of `main`, and the last one at its path. */
async function readPossibleRecords(
  repository: GitRepository,
  {
    from,
    path,
    before,
  }: { readonly from: string; readonly path: string; readonly before: SiteIndex },
): Promise<readonly MediaRecord[]> {
  const current = before.mediaIds().flatMap((id) => before.mediaWithId(id));
  const [last] = await repository.fileLog({ commits: [from], path, limit: 1 });
  const removed = last?.changes.find((change) => change.path === path)?.before;
  const files = removed === undefined ? current : [...current, { path, blob: removed }];
  return recordsAt(repository, files);
}

function difference(record: MediaRecord, known: readonly MediaRecord[], path: string): Issue[] {
  const issue = (message: string): Issue[] => [{ code: "invalid_media_record", message, path }];
  const same = known.find(({ sha256 }) => sha256 === record.sha256);
  if (same === undefined) {
    return issue(
      `No file with the SHA-256 ${record.sha256} was uploaded. Upload the file to HQ, which creates its record.`,
    );
  }
  const [is, was] = [derivedProperties(record), derivedProperties(same)];
  const key = Object.keys({ ...was, ...is }).find((one) => is[one] !== was[one]);
  if (key === undefined) return [];
  return issue(
    `${key} must match the file: ${was[key] ?? "no value"}. Restore the value that HQ set.`,
  );
}

/**
 * Returns the properties that HQ derives from a file's bytes. The filename can be anything, except that its extension
 * determines the kind of file.
 */
function derivedProperties(record: MediaRecord): Readonly<Record<string, string | undefined>> {
  const { mimeType, byteSize, width, height, thumbHash, dominantColor, variants } = record;
  return {
    mimeType,
    byteSize: String(byteSize),
    width: width?.toString(),
    height: height?.toString(),
    thumbHash,
    dominantColor,
    variants: variants.map((one) => `${one.width}.${one.format}`).join(" "),
    "The extension in filename": extname(record.filename).toLowerCase(),
  };
}
