import { createHash } from "node:crypto";
import type { SchemaVersion } from "../model/content-type.ts";
import type { ContentTypeKind } from "../model/content-type.ts";
import type { Field } from "../model/field.ts";
import { listEntries, type ListBody, type ListedEntry } from "../render/list-body.ts";
import { renderList, type Chunks } from "../render/render-list.ts";

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
  /** What `api/<api_id>.json` holds; undefined while an object type's entry is not published. */
  file(): Chunks | undefined;
  /** Lower-case hex of that file, made when first asked for. */
  fileSha256(): string | undefined;
}

export function makeLiveType(schema: SchemaVersion, body: ListBody): LiveType {
  let entries: readonly LiveEntry[] | undefined;
  let hashed: { readonly sha256: string | undefined } | undefined;
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
    file,
    fileSha256() {
      hashed ??= { sha256: sha256Of(file()) };
      return hashed.sha256;
    },
  };
}

function singleFile(body: ListBody): Chunks | undefined {
  const [entry] = listEntries(body);
  return entry === undefined ? undefined : [Buffer.from(entry.json)];
}

function sha256Of(chunks: Chunks | undefined): string | undefined {
  if (chunks === undefined) return undefined;
  const hash = createHash("sha256");
  for (const chunk of chunks) hash.update(chunk);
  return hash.digest("hex");
}
