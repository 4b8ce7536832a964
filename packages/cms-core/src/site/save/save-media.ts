import { CmsError } from "../../base/errors.ts";
import { characterCount } from "../../base/text.ts";
import { mediaPath } from "../../content/site/layout.ts";
import { cleanMediaFolder, parseMediaFile, printMediaFile } from "../../content/site/media-file.ts";
import { mergeMediaRecords } from "../../merge/site/merge-site.ts";
import { LIMITS } from "../../model/limits.ts";
import type { FocalPoint, MediaRecord } from "../../model/media.ts";
import { readBase } from "../read/read-site.ts";
import type { MediaRef } from "../read/site-index.ts";
import { type SaveOptions, staleConflict } from "./save-rules.ts";
import { withRetries, type SiteWriter } from "./site-writer.ts";

/** Properties of a record's binary. */
export type MediaBinary = Omit<
  MediaRecord,
  "id" | "filename" | "alt" | "createdAt" | "folder" | "focalPoint"
>;

/** Editable properties of a media record; omitted ones stay. */
export interface MediaEdit {
  readonly alt?: string;
  /** Already sanitized. */
  readonly filename?: string;
  /** A replacement for the binary; everything that shows the record then shows the new one. */
  readonly binary?: MediaBinary;
  /** Empty: no folder. */
  readonly folder?: string;
  /** Null: back to the center. */
  readonly focalPoint?: FocalPoint | null;
}

export interface MediaSaveOptions extends SaveOptions {
  /** Blob that the record must have. */
  readonly expected?: string;
}

export interface MediaEditOptions extends MediaSaveOptions {
  /** Blob of the edited record. Changes that others saved since are merged with this edit. */
  readonly base?: string;
}

export interface SavedMedia {
  readonly record: MediaRecord;
  /** Blob of the record's file. */
  readonly blob: string;
  /** Commit that contains this version, or the newest one if nothing changed. */
  readonly commit: string;
  readonly changed: boolean;
}

/**
 * Adds the record of an upload, in one commit.
 *
 * @throws CmsError `id_taken`, `invalid_media_record`
 */
export async function addMedia(
  writer: SiteWriter,
  record: MediaRecord,
  options: SaveOptions,
): Promise<SavedMedia> {
  return writer.lock.shared(record.id, async () =>
    withRetries(writer, async () => {
      if (writer.index().media(record.id) !== undefined) {
        throw new CmsError("id_taken", `The media record ${record.id} already exists.`);
      }
      const { filename } = record;
      const path = mediaPath(record.id);
      const message = `Add ${filename}`;
      return write(writer, record, { path, message, action: "add-media", ...options });
    }),
  );
}

/**
 * Changes the name, alt text, folder, focal point, or binary of a media record, in one commit. The live site changes
 * only when an entry that shows it is published again.
 *
 * @throws CmsError `not_found`, `stale`, `invalid` with the field, `invalid_media_record` (filename)
 */
export async function editMedia(
  writer: SiteWriter,
  id: string,
  { edit, options }: { readonly edit: MediaEdit; readonly options: MediaEditOptions },
): Promise<SavedMedia> {
  checkEdit(edit);
  return writer.lock.shared(id, async () =>
    withRetries(writer, async () => {
      const { path, blob } = requireMedia(writer, id, options.expected);
      const previous = await writer.repository.readBlob(blob);
      const current = { path, blob, record: parseMediaFile(previous, path) };
      const record = await mergeEdit(writer, current, { edit, base: options.base });
      const [verb, action] =
        edit.binary === undefined ? ["Update", "update-media"] : ["Replace", "replace-media"];
      const message = `${verb} ${record.filename}`;
      return write(writer, record, { path, message, action, previous, ...options });
    }),
  );
}

/** @throws CmsError `stale` if both changed the same property */
async function mergeEdit(
  { repository }: SiteWriter,
  {
    path,
    blob,
    record,
  }: { readonly path: string; readonly blob: string; readonly record: MediaRecord },
  { edit, base = blob }: { readonly edit: MediaEdit; readonly base?: string | undefined },
): Promise<MediaRecord> {
  if (base === blob) return applyEdit(record, edit);
  const edited = await readBase(repository, base, (bytes) => parseMediaFile(bytes, path));
  const ours = applyEdit(edited, edit);
  const { merged, conflicts } = mergeMediaRecords({ base: edited, ours, theirs: record });
  if (conflicts.length === 0) return merged;
  throw staleConflict("media record", { base, current: blob }, conflicts);
}

/**
 * Removes a media record and all its copies in one commit, and returns the commit's id. The caller must ensure that no
 * published entry shows it (`deleteMedia` in the publish folder).
 *
 * @throws CmsError `not_found`, `stale`
 */
export async function removeMedia(
  writer: SiteWriter,
  id: string,
  { actor, message = `Delete media ${id}`, expected }: MediaSaveOptions,
): Promise<string> {
  return writer.lock.shared(id, async () =>
    withRetries(writer, async () => {
      requireMedia(writer, id, expected);
      const paths = writer
        .index()
        .mediaWithId(id)
        .map(({ path }) => path);
      const trailers = { "Loam-Media": id, "Loam-Action": "delete-media" };
      const files = new Map(paths.map((path) => [path, null]));
      const change = { files, actor, message, trailers };
      const { commit } = await writer.commit(change, writer.index().head, (now) => {
        for (const path of paths) now.remove(path);
      });
      return commit;
    }),
  );
}

/** Returns the existing record after checking that it is the expected version. */
function requireMedia(writer: SiteWriter, id: string, expected: string | undefined): MediaRef {
  const ref = writer.index().media(id);
  if (ref === undefined) throw new CmsError("not_found", `There is no media record ${id}.`);
  if (expected === undefined || expected === ref.blob) return ref;
  throw new CmsError("stale", "Someone else changed the media record. Read it again, then retry.", {
    details: { expected, current: ref.blob },
  });
}

function checkEdit({ alt, focalPoint }: MediaEdit): void {
  if (alt !== undefined && characterCount(alt) > LIMITS.altCharacters) {
    throw invalid("alt", `Alt text can have up to ${LIMITS.altCharacters} characters.`);
  }
  if (focalPoint == null) return;
  const { x, y } = focalPoint;
  if (![x, y].every((part) => part >= 0 && part <= 1)) {
    throw invalid("focalPoint", "A focal point must have x and y from 0 to 1.");
  }
}

function invalid(field: string, message: string): CmsError {
  return new CmsError("invalid", message, { issues: [{ code: "invalid", message, field }] });
}

function applyEdit(
  record: MediaRecord,
  { alt = record.alt, filename = record.filename, folder, focalPoint, binary }: MediaEdit,
): MediaRecord {
  const { id, createdAt, focalPoint: before, folder: folderBefore = "", ...same } = record;
  const { filename: _filename, alt: _alt, ...unchanged } = same;
  const cleaned = alt.toWellFormed().normalize("NFC").replaceAll(/\s+/gu, " ").trim();
  const place = folder === undefined ? folderBefore : cleanMediaFolder(folder);
  const point = focalPoint === undefined ? before : focalPoint;
  return {
    id,
    filename,
    alt: cleaned,
    createdAt,
    ...(place !== "" && { folder: place }),
    ...(point != null && { focalPoint: point }),
    // Drops all properties of the previous binary, because not every binary has dimensions or variants.
    ...(binary ?? unchanged),
  };
}

interface Writing extends SaveOptions {
  readonly path: string;
  readonly message: string;
  readonly action: string;
  readonly previous?: Uint8Array;
}

async function write(
  writer: SiteWriter,
  record: MediaRecord,
  { path, actor, message, action, previous }: Writing,
): Promise<SavedMedia> {
  const bytes = printMediaFile(record, previous);
  const blob = writer.repository.hashBlob(bytes);
  const { head } = writer.index();
  if (writer.index().media(record.id)?.blob === blob) {
    return { record, blob, commit: head, changed: false };
  }
  const trailers = { "Loam-Media": record.id, "Loam-Action": action };
  const found = { kind: "media", id: record.id } as const;
  const { commit } = await writer.commit(
    { files: new Map([[path, bytes]]), actor, message, trailers },
    head,
    (now) => now.put({ path, blob, mode: "100644", found, issues: [] }),
  );
  return { record, blob, commit, changed: true };
}
