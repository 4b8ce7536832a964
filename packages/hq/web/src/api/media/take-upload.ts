import { answer, hq, type Schemas } from "../client.ts";

export interface TakeUpload {
  readonly site: string;
  /** Id of an upload that is whole. */
  readonly upload: string;
  readonly ifKnown: "add" | "refuse";
  /** Where it is put; empty for no folder. */
  readonly folder: string;
  /** The file that it takes the place of, as it was seen. */
  readonly replaces?: { readonly id: string; readonly version: string } | undefined;
}

/** Makes a file of the library of what was sent; asked again because no answer came, it is made once. */
export function takeUpload({
  site,
  upload,
  ifKnown,
  folder,
  replaces,
}: TakeUpload): Promise<Schemas["Media"]> {
  const header = {
    "Idempotency-Key": upload,
    ...(replaces !== undefined && { "If-Match": `"${replaces.version}"` }),
  };
  const params = { path: { site, upload }, header };
  const body = { ifKnown, folder, ...(replaces !== undefined && { replaces: replaces.id }) };
  return answer(hq.POST("/sites/{site}/media/uploads/{upload}/media", { params, body }));
}
