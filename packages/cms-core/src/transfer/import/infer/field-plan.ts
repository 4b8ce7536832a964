import { hash } from "node:crypto";
import { base32 } from "../../../base/ids.ts";
import type { RepeatField, RowField, TextField } from "../../../model/content-type.ts";

/** How the values of one key of the front matter become values of one field. */
export type FieldPlan = ScalarPlan | RowsPlan;

export interface ScalarPlan {
  readonly kind: "scalar";
  /** Key in the front matter, tables such as `extra` opened. */
  readonly key: string;
  readonly field: RowField;
  /** The value is one text whatever it is: a list that is too long, a list of lists. */
  readonly whole: boolean;
  /** It is text because its values have no type in common, though most have one. */
  readonly mixed?: boolean;
  /** Where values go that do not fit the field. */
  readonly rest?: TextField;
}

export interface RowsPlan {
  readonly kind: "rows";
  readonly key: string;
  readonly field: RepeatField;
  /** A row is a key and its value, because the keys are addresses or the like and no names of fields. */
  readonly keyed: boolean;
  readonly columns: readonly ScalarPlan[];
}

/** The fields that a plan adds to its content type or row, in order. */
export function fieldsOf<P extends FieldPlan>(plan: P): (P["field"] | TextField)[] {
  const rest = plan.kind === "scalar" ? plan.rest : undefined;
  return rest === undefined ? [plan.field] : [plan.field, rest];
}

/** Makes names for the fields of one type or row, none twice. */
export interface FieldNames {
  /** API ids in use. */
  readonly apiIds: Set<string>;
  /** Internal ids in use, those of deleted fields included. */
  readonly ids: Set<string>;
}

/** An entry id that the same file of the same collection always gets on a site. */
export function stableEntryId(siteId: string, collection: string, path: string): string {
  return `e${digest(["entry", siteId, collection, path])}`;
}

/** A media id that the same bytes always get on a site. */
export function stableMediaId(siteId: string, sha256: string): string {
  return `m${digest(["media", siteId, sha256])}`;
}

/** A row id that follows from the row's content, so that other rows keep theirs when one is added. */
export function stableRowId(content: string, taken: ReadonlySet<string>): string {
  for (let attempt = 0; ; attempt += 1) {
    const id = `r${digest(["row", content, String(attempt)]).slice(0, 6)}`;
    if (!taken.has(id)) return id;
  }
}

function digest(parts: readonly string[]): string {
  return base32(hash("sha256", parts.join("\0"), "buffer").subarray(0, 19));
}
