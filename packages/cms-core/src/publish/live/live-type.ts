import { createHash } from "node:crypto";
import type { SchemaVersion } from "../../model/content-type.ts";
import type { ContentTypeKind } from "../../model/content-type.ts";
import type { Field } from "../../model/field.ts";
import { listEntries, type ListBody, type ListedEntry } from "../../render/list-body.ts";
import { renderList, type Chunks } from "../../render/render-list.ts";
import { createTimeSlice } from "./time-slice.ts";

/** An entry as it is published: its system keys, its JSON and the digest of that. */
export type LiveEntry = ListedEntry;

/** A content type of the live site: its latest published schema and its entries. */
export interface LiveType {
  readonly apiId: string;
  readonly kind: ContentTypeKind;
  readonly label: string;
  readonly fields: readonly Field[];
  readonly schema: SchemaVersion;
  /** In the default order; made when first asked for. */
  readonly entries: readonly LiveEntry[];
  readonly body: ListBody;
  /** False while an object type's entry is not published. */
  readonly hasFile: boolean;
  /** What `api/<api_id>.json` holds; undefined where there is none. */
  file(): Chunks | undefined;
  /** SHA-256 of that file, lower-case hex; computed once, a little at a time. */
  fileSha256(): Promise<string | undefined>;
}

export function makeLiveType(schema: SchemaVersion, body: ListBody): LiveType {
  let entries: readonly LiveEntry[] | undefined;
  let sha256: Promise<string | undefined> | undefined;
  const file = (): Chunks | undefined =>
    schema.kind === "list" ? renderList(body) : singleFile(body);
  return {
    apiId: schema.apiId,
    kind: schema.kind,
    label: schema.label,
    fields: schema.fields,
    schema,
    body,
    get entries() {
      entries ??= listEntries(body);
      return entries;
    },
    hasFile: schema.kind === "list" || body.totalCount > 0,
    file,
    fileSha256() {
      sha256 ??= sha256Of(file());
      return sha256;
    },
  };
}

function singleFile(body: ListBody): Chunks | undefined {
  const [entry] = listEntries(body);
  return entry === undefined ? undefined : [Buffer.from(entry.json)];
}

/** How long hashing keeps a write that has finished waiting for what comes after it. */
const HASH_SLICE_MS = 2;

async function sha256Of(chunks: Chunks | undefined): Promise<string | undefined> {
  if (chunks === undefined) return undefined;
  const hash = createHash("sha256");
  const pause = createTimeSlice(HASH_SLICE_MS);
  for (const chunk of chunks) {
    hash.update(chunk);
    await pause();
  }
  return hash.digest("hex");
}
