import type { MediaRecord } from "@loam/cms-core";
import { createKeyedMutex } from "@loam/cms-core/lock";
import { cleanAlt, type Reservation } from "@loam/cms-core/media";
import type { Actor, SavedMedia, SiteStore } from "@loam/cms-core/store";
import type { Request } from "express";
import type { HqServices } from "../services.ts";
import type { SiteContent } from "../sites/site-content.ts";
import type { Site } from "../sites/sites.ts";
import { type MediaReservation, reserveMedia } from "../workspaces/usage.ts";
import { type FormFile, receiveForm } from "./receive-form.ts";

/** Records of one site are committed and counted one after the other: the same bytes count once. */
const committing = createKeyedMutex<SiteStore>();

/**
 * Takes an upload through the one gate: the file goes to media storage as it arrives, and when the whole
 * form has come its record is one commit. A form that is cut off leaves nothing that anybody sees.
 *
 * @throws CmsError of `MediaIntake.ingest` and `receiveForm`, `quota_exceeded`
 */
export async function uploadMedia(
  services: HqServices,
  {
    site,
    actor,
    request,
  }: { readonly site: Site; readonly actor: Actor; readonly request: Request },
): Promise<SavedMedia> {
  const content = await services.sites.content(site.id);
  let reservation: MediaReservation | undefined;
  const reserve = async ({ sha256, byteSize: bytes }: Bytes): Promise<Reservation> => {
    if ((await content.index.mediaOf(sha256)).length > 0) return NOTHING_RESERVED;
    const { workspaceId } = site;
    reservation = await reserveMedia(services.hq.database, { workspaceId, bytes }, services.hq);
    return reservation;
  };
  try {
    const { fields, taken } = await receiveForm(request, {
      fields: ["alt"],
      take: async (file) => ingest(services, content.store, { file, reserve }),
    });
    const record = { ...taken, alt: cleanAlt(fields.get("alt") ?? "") };
    const { saved, grown } = await commitRecord(services, content, { site, record, actor });
    await reservation?.settle(site.id, grown);
    return saved;
  } catch (error) {
    await reservation?.release();
    throw error;
  }
}

type Bytes = Pick<MediaRecord, "sha256" | "byteSize">;

const NOTHING_RESERVED: Reservation = { release: () => Promise.resolve() };

async function ingest(
  { intake, hq }: HqServices,
  store: SiteStore,
  {
    file: { content, filename, signal },
    reserve,
  }: { readonly file: FormFile; readonly reserve: (bytes: Bytes) => Promise<Reservation> },
): Promise<MediaRecord> {
  const createdAt = hq.now().toISOString();
  const svg = store.site().media?.svg === true;
  return intake.ingest({ content, filename, alt: "", createdAt }, { signal, svg, reserve });
}

async function commitRecord(
  { sites }: HqServices,
  { store, index }: SiteContent,
  {
    site,
    record,
    actor,
  }: { readonly site: Site; readonly record: MediaRecord; readonly actor: Actor },
): Promise<{ readonly saved: SavedMedia; readonly grown: number }> {
  return committing.run(store, async () => {
    const known = await index.mediaOf(record.sha256);
    const saved = await store.addMedia(record, { actor });
    await sites.follow(site.id);
    return { saved, grown: known.length === 0 ? record.byteSize : 0 };
  });
}
