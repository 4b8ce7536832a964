import { hash } from "node:crypto";
import { base32 } from "../../../base/ids.ts";
import type { RepeatField, RowField, TextField } from "../../../model/content-type.ts";

/** How the values of one front matter key become values of one field. */
export type FieldPlan = ScalarPlan | RowsPlan;

export interface ScalarPlan {
  readonly kind: "scalar";
  /** Key in the front matter, with tables such as `extra` expanded. */
  readonly key: string;
  readonly field: RowField;
  /** Whether any value is stored as one text, such as a list that is too long or nested. */
  readonly whole: boolean;
  /** Whether the field is text only because a few values differ in type from the rest. */
  readonly mixed?: boolean;
  /** Text field for values that don't fit the field. */
  readonly rest?: TextField;
}

export interface RowsPlan {
  readonly kind: "rows";
  readonly key: string;
  readonly field: RepeatField;
  /** Whether a row is a key and its value, because the keys are data such as URLs, not field names. */
  readonly keyed: boolean;
  readonly columns: readonly ScalarPlan[];
}

/** Returns the fields that a plan adds to its content type or row, in order. */
export function fieldsOf<P extends FieldPlan>(plan: P): (P["field"] | TextField)[] {
  const rest = plan.kind === "scalar" ? plan.rest : undefined;
  return rest === undefined ? [plan.field] : [plan.field, rest];
}

/** Names in use among the fields of one type or row. */
export interface FieldNames {
  /** API IDs in use. */
  readonly apiIds: Set<string>;
  /** Internal ids in use, including those of deleted fields. */
  readonly ids: Set<string>;
}

/** Returns an entry id that depends only on the site, the collection, and the file. */
export function stableEntryId(siteId: string, collection: string, path: string): string {
  return `e${digest(["entry", siteId, collection, path])}`;
}

/** Returns a media id that depends only on the site and the content. */
export function stableMediaId(siteId: string, sha256: string): string {
  return `m${digest(["media", siteId, sha256])}`;
}

/** Returns a row id derived from the row's content, so that adding a row doesn't change the ids of others. */
export function stableRowId(content: string, usedIds: ReadonlySet<string>): string {
  for (let attempt = 0; ; attempt += 1) {
    const id = `r${digest(["row", content, String(attempt)]).slice(0, 6)}`;
    if (!usedIds.has(id)) return id;
  }
}

function digest(parts: readonly string[]): string {
  return base32(hash("sha256", parts.join("\0"), "buffer").subarray(0, 19));
}
