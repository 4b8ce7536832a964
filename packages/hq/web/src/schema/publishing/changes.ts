import {
  type ContentType,
  diffTypes,
  type SchemaChange,
  type SchemaChangeKind,
} from "@loam/cms-core/browser";
import type { WorkingSchema } from "../../api/content/working-schema.ts";
import { draftOf, type SchemaDraft } from "../draft/schema-draft.ts";
import { typeOf } from "../draft/schema-forms.ts";

/** Impact of a change on sites that read the JSON: none, additional data, or possibly breaking. */
export type Weight = "safe" | "adds" | "breaks";

const WEIGHTS: Readonly<Record<SchemaChangeKind, Weight>> = {
  type_renamed: "safe",
  type_described: "safe",
  body_moved: "safe",
  field_added: "adds",
  field_deleted: "breaks",
  field_renamed: "safe",
  field_moved: "safe",
  field_required: "safe",
  field_optional: "breaks",
  help_changed: "safe",
  group_changed: "safe",
  limits_changed: "safe",
  targets_changed: "adds",
  accept_changed: "adds",
  alt_required: "safe",
  alt_optional: "safe",
  option_added: "adds",
  option_removed: "breaks",
  option_renamed: "breaks",
};

/** In display order. */
export const ALL_WEIGHTS: readonly Weight[] = ["breaks", "adds", "safe"];

export function weightOf({ kind }: SchemaChange): Weight {
  return WEIGHTS[kind];
}

/** Returns the changes since the published version. Without one, everything is new. */
export function changesSince(
  published: WorkingSchema["published"],
  draft: SchemaDraft,
  apiId: string,
): readonly SchemaChange[] {
  const before = published && typeOf(draftOf(published), apiId);
  return diffTypes(before, typeOf(draft, apiId));
}

/** Returns the labels of fields by dotted API IDs, from either schema. */
export function labelsOf(
  ...types: readonly (ContentType | undefined)[]
): ReadonlyMap<string, string> {
  const labels = new Map<string, string>();
  for (const field of types.flatMap((type) => type?.fields ?? [])) {
    labels.set(field.apiId, field.label);
    for (const inner of field.type === "repeat" ? field.fields : []) {
      labels.set(`${field.apiId}.${inner.apiId}`, `${field.label}: ${inner.label}`);
    }
  }
  return labels;
}

/** Changes after which entries can lack a value or lose displayed data. */
const FELT: ReadonlySet<SchemaChangeKind> = new Set([
  "field_deleted",
  "field_required",
  "field_added",
  "limits_changed",
  "alt_required",
  "option_removed",
  "targets_changed",
  "accept_changed",
] as const);

/** Returns whether any change can affect existing entries. */
export function canAffectEntries(changes: readonly SchemaChange[]): boolean {
  return changes.some(({ kind }) => FELT.has(kind));
}
