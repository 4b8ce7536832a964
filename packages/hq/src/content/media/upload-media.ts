import type { Readable } from "node:stream";
import { type MediaRecord, CmsError } from "@loam/cms-core";
import { cleanMediaFolder } from "@loam/cms-core/content";
import type { IndexedMedia } from "@loam/cms-core/find";
import {
  cleanAlt,
  cleanFilename,
  type Reservation,
  type UploadContent,
} from "@loam/cms-core/media";
import type { Actor, MediaBinary, SavedMedia, SiteStore } from "@loam/cms-core/site";
import type { Request } from "express";
import type { Site } from "../../people/workspaces/sites.ts";
import { type MediaReservation, reserveMedia } from "../../people/workspaces/usage.ts";
import type { SiteServices } from "../../sites/services.ts";
import { receiveForm } from "./receive-form.ts";

/** Target and author of an upload. */
export interface UploadTarget {
  readonly site: Site;
  readonly actor: Actor;
}

/** A file from a form, a resumable upload, or a URL. */
export interface IncomingFile {
  readonly content: UploadContent | Readable;
  /** File name from the client. */
  readonly filename: string;
  readonly signal?: AbortSignal;
}

interface Intake {
  /** What to do if the site already has a file with the same bytes. @default "add" */
  readonly ifKnown?: "add" | "refuse";
  /** The record whose file is replaced, and its version. */
  readonly replaces?: { readonly id: string; readonly base?: string };
}

/**
 * Processes an uploaded form. The file is streamed to media storage, and when the whole form was received, its record
 * is added in one commit. An aborted form leaves no visible trace.
 *
 * @throws CmsError as `takeMedia` and `receiveForm`
 */
export async function uploadMedia(
  services: SiteServices,
  { request, ...receiving }: UploadTarget & { readonly request: Request },
): Promise<SavedMedia> {
  return takeMedia(services, receiving, {}, async (ingest) => {
    const { fields, taken } = await receiveForm(request, {
      fields: ["alt", "folder"],
      take: ingest,
    });
    return withMetadata(taken, { alt: fields.get("alt"), folder: fields.get("folder") });
  });
}

/**
 * Adds a media record for the file from `receive`, within the quota and in one commit. Or replaces the file of a
 * record, which keeps its id, name, text, and references.
 *
 * @throws CmsError as `MediaIntake.ingest`; `quota_exceeded`, `media_known`; for a replacement `not_found`, `stale`,
 * and
 * `invalid` if an image would replace another kind of file or vice versa
 */
export async function takeMedia(
  services: SiteServices,
  receiving: UploadTarget,
  { ifKnown = "add", replaces }: Intake,
  receive: (ingest: (file: IncomingFile) => Promise<MediaRecord>) => Promise<MediaRecord>,
): Promise<SavedMedia> {
  const { site } = receiving;
  const content = await services.sites.content(site.id);
  let reservation: MediaReservation | undefined;
  const reserve = async ({ sha256, byteSize: bytes }: Bytes): Promise<Reservation> => {
    const known = await content.index.mediaOf(sha256);
    if (ifKnown === "refuse") refuseKnown(known);
    if (known.length > 0) return NOTHING_RESERVED;
    const { workspaceId } = site;
    reservation = await reserveMedia(services.hq.database, { workspaceId, bytes }, services.hq);
    return reservation;
  };
  const ingest = async ({
    content: bytes,
    filename,
    signal,
  }: IncomingFile): Promise<MediaRecord> => {
    const createdAt = services.hq.now().toISOString();
    const svg = content.store.site().media?.svg;
    const upload = { content: bytes, filename, alt: "", createdAt };
    return services.intake.ingest(upload, { signal, svg, reserve });
  };
  try {
    const record = await receive(ingest);
    const { actor } = receiving;
    const saved =
      replaces === undefined
        ? await content.store.addMedia(record, { actor })
        : await replaceFile(content.store, { record, actor, replaces });
    // Count the new bytes before the reserved space is released.
    await services.sites.follow(site.id);
    return saved;
  } finally {
    await reservation?.release();
  }
}

/** Adds the user's metadata to the record of a file. @throws CmsError `invalid` for an invalid folder */
export function withMetadata(
  ingested: MediaRecord,
  {
    alt = "",
    folder = "",
  }: { readonly alt?: string | undefined; readonly folder?: string | undefined },
): MediaRecord {
  const place = cleanMediaFolder(folder);
  return { ...ingested, alt: cleanAlt(alt), ...(place !== "" && { folder: place }) };
}

type Bytes = Pick<MediaRecord, "sha256" | "byteSize">;

const NOTHING_RESERVED: Reservation = { release: () => Promise.resolve() };

/** @throws CmsError `media_known` with the oldest record of the same bytes */
export function refuseKnown([known]: readonly Pick<IndexedMedia, "id" | "filename">[]): void {
  if (known === undefined) return;
  const { id, filename } = known;
  throw new CmsError("media_known", `This file is already in the media library: ${filename}.`, {
    details: { media: { id, filename } },
  });
}

interface Replacing extends Required<Pick<Intake, "replaces">> {
  readonly record: MediaRecord;
  readonly actor: Actor;
}

async function replaceFile(
  store: SiteStore,
  { record, actor, replaces: { id, base } }: Replacing,
): Promise<SavedMedia> {
  const before = await store.readMedia(id);
  const edit = { filename: nameForReplacement(before, record), binary: binaryOf(record) };
  return store.editMedia(id, edit, { actor, ...(base !== undefined && { base }) });
}

/** Keeps the name, with an extension that matches the new file. @throws CmsError `invalid` */
function nameForReplacement(before: MediaRecord, { mimeType, filename }: MediaRecord): string {
  const [was, is] = [before.mimeType, mimeType].map((type) => type.startsWith("image/"));
  if (was !== is) {
    const message = was
      ? "Entries use this file as an image, so only another image can replace it."
      : "Entries use this file as a download, so an image cannot replace it.";
    throw new CmsError("invalid", message, {
      issues: [{ code: "invalid", message, field: "upload" }],
    });
  }
  if (before.mimeType === mimeType) return before.filename;
  return cleanFilename(before.filename, { extensions: [extensionOf(filename)] });
}

/** Returns the extension of a cleaned file name, which always has one. */
export function extensionOf(filename: string): string {
  return filename.slice(filename.lastIndexOf(".") + 1);
}

function binaryOf(record: MediaRecord): MediaBinary {
  const { id: _id, filename: _filename, alt: _alt, createdAt: _createdAt, ...binary } = record;
  const { focalPoint: _focalPoint, folder: _folder, ...rest } = binary;
  return rest;
}
