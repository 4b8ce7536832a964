import { readData, hq, type Schemas } from "../client.ts";

export interface FinishUpload {
  readonly site: string;
  /** Id of a complete upload. */
  readonly upload: string;
  readonly ifKnown: "add" | "refuse";
  /** Target folder; empty for none. */
  readonly folder: string;
  /** The file to replace, in the version the user saw. */
  readonly replaces?: { readonly id: string; readonly version: string } | undefined;
}

/** Adds an upload to the media library. A retry after a lost response creates no second file. */
export function finishUpload({
  site,
  upload,
  ifKnown,
  folder,
  replaces,
}: FinishUpload): Promise<Schemas["Media"]> {
  const header = {
    "Idempotency-Key": upload,
    ...(replaces !== undefined && { "If-Match": `"${replaces.version}"` }),
  };
  const params = { path: { site, upload }, header };
  const body = { ifKnown, folder, ...(replaces !== undefined && { replaces: replaces.id }) };
  return readData(hq.POST("/sites/{site}/media/uploads/{upload}/media", { params, body }));
}
