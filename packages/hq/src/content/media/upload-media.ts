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

/** Where media go, and by whom. */
export interface Receiving {
  readonly site: Site;
  readonly actor: Actor;
}

/** A file that comes to a site, from a form, in parts or from an address. */
export interface IncomingFile {
  readonly content: UploadContent | Readable;
  /** As the sender named it. */
  readonly filename: string;
  readonly signal?: AbortSignal;
}

interface Intake {
  /** What is told of bytes that the site has already. @default "add": nothing */
  readonly ifKnown?: "add" | "refuse";
  /** The record whose file this is from now on, and its version. */
  readonly replaces?: { readonly id: string; readonly base?: string };
}

/**
 * Takes an upload through the one gate: the file goes to media storage as it arrives, and when the whole
 * form has come its record is one commit. A form that is cut off leaves nothing that anybody sees.
 *
 * @throws CmsError of `takeMedia` and `receiveForm`
 */
export async function uploadMedia(
  services: SiteServices,
  { request, ...receiving }: Receiving & { readonly request: Request },
): Promise<SavedMedia> {
  return takeMedia(services, receiving, {}, async (ingest) => {
    const { fields, taken } = await receiveForm(request, {
      fields: ["alt", "folder"],
      take: ingest,
    });
    return described(taken, { alt: fields.get("alt"), folder: fields.get("folder") });
  });
}

/**
 * Makes a record of what `receive` puts through the gate, within the quota and in one commit; or the new file of a
 * record, whose id, name, text and references stay.
 *
 * @throws CmsError of `MediaIntake.ingest`, `quota_exceeded`, `media_known`; of a replacement `not_found`, `stale` and
 * `invalid` for a picture in the place of something else, or the other way round
 */
export async function takeMedia(
  services: SiteServices,
  receiving: Receiving,
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
    // The bytes are counted now, before the room that was kept for them is given back.
    await services.sites.follow(site.id);
    return saved;
  } finally {
    await reservation?.release();
  }
}

/** What a person said of a file, put into its record. @throws CmsError `invalid` for what is no folder */
export function described(
  taken: MediaRecord,
  {
    alt = "",
    folder = "",
  }: { readonly alt?: string | undefined; readonly folder?: string | undefined },
): MediaRecord {
  const place = cleanMediaFolder(folder);
  return { ...taken, alt: cleanAlt(alt), ...(place !== "" && { folder: place }) };
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
  const edit = { filename: nameAfter(before, record), binary: binaryOf(record) };
  return store.editMedia(id, edit, { actor, ...(base !== undefined && { base }) });
}

/** The name stays, with an extension that fits the new file. @throws CmsError `invalid` */
function nameAfter(before: MediaRecord, { mimeType, filename }: MediaRecord): string {
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

/** Of a cleaned name, which always has one that fits. */
export function extensionOf(filename: string): string {
  return filename.slice(filename.lastIndexOf(".") + 1);
}

function binaryOf(record: MediaRecord): MediaBinary {
  const { id: _id, filename: _filename, alt: _alt, createdAt: _createdAt, ...binary } = record;
  const { focalPoint: _focalPoint, folder: _folder, ...rest } = binary;
  return rest;
}
