import type { FieldValues } from "../../draft/entry-draft.ts";
import { readData, expectSuccess, hq, type Schemas } from "../client.ts";
import type { EntryBranch } from "./entry-place.ts";

type Entry = Schemas["Entry"];

/** An entry on a branch. */
export interface BranchEntry extends EntryBranch {
  readonly type: string;
  readonly id: string;
}

/** The saved fields of an entry. For an existing entry, only the changed ones. */
export interface SentEntry {
  readonly fields: FieldValues;
  /** The new slug if it changed, together with the slug of the edited version. */
  readonly slug?: string;
  readonly baseSlug?: string;
}

/** The version that a call refers to. Later saves are merged, or the request is refused. */
type Version = string | undefined;

function ifMatch(version: Version): { readonly "If-Match"?: string } {
  return version === undefined ? {} : { "If-Match": `"${version}"` };
}

export function readEntry({ site, change: n, type, id }: BranchEntry): Promise<Entry> {
  const path = { site, api_id: type, id };
  if (n === undefined) {
    return readData(hq.GET("/sites/{site}/types/{api_id}/entries/{id}", { params: { path } }));
  }
  const params = { path: { ...path, n } };
  return readData(hq.GET("/sites/{site}/changes/{n}/types/{api_id}/entries/{id}", { params }));
}

export async function createEntry(
  { site, change: n, type }: Omit<BranchEntry, "id">,
  { fields, slug }: SentEntry,
): Promise<Entry> {
  const path = { site, api_id: type };
  const body = { fields, ...(slug !== undefined && { slug }) };
  if (n === undefined) {
    return readData(hq.POST("/sites/{site}/types/{api_id}/entries", { params: { path }, body }));
  }
  const params = { path: { ...path, n } };
  const call = hq.POST("/sites/{site}/changes/{n}/types/{api_id}/entries", { params, body });
  return (await readData(call)).entry;
}

export async function changeEntry(
  { site, change: n, type, id }: BranchEntry,
  { fields, slug, baseSlug }: SentEntry,
  version: Version,
): Promise<Entry> {
  const path = { site, api_id: type, id };
  const header = ifMatch(version);
  const named = slug !== undefined && { slug };
  const body = { fields, ...named, ...(baseSlug !== undefined && { baseSlug }) };
  if (n === undefined) {
    const params = { path, header };
    return readData(hq.PATCH("/sites/{site}/types/{api_id}/entries/{id}", { params, body }));
  }
  const params = { path: { ...path, n }, header };
  const at = "/sites/{site}/changes/{n}/types/{api_id}/entries/{id}";
  return (await readData(hq.PATCH(at, { params, body }))).entry;
}

/** Deletes the displayed version. HQ refuses if a newer version exists. */
export async function deleteEntry(
  { site, change: n, type, id }: BranchEntry,
  version: Version,
): Promise<void> {
  const path = { site, api_id: type, id };
  const header = ifMatch(version);
  const call =
    n === undefined
      ? hq.DELETE("/sites/{site}/types/{api_id}/entries/{id}", { params: { path, header } })
      : hq.DELETE("/sites/{site}/changes/{n}/types/{api_id}/entries/{id}", {
          params: { path: { ...path, n }, header },
        });
  await expectSuccess(call);
}
