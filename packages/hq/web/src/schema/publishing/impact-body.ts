import type { SchemaBody } from "../../api/content/working-schema.ts";
import type { DraftField, SchemaDraft } from "../draft/schema-draft.ts";
import { bodyOf } from "../draft/schema-forms.ts";

/**
 * A form as its effects on entries are asked for: without what means nothing to them, so that they are not asked for at
 * each letter of a label.
 */
export function impactBody(draft: SchemaDraft): SchemaBody {
  return bodyOf({ ...draft, label: "x", description: "", fields: draft.fields.map(plainField) });
}

function plainField(field: DraftField): DraftField {
  const { id, apiId, fields } = field;
  return {
    ...field,
    label: apiId || (id ?? "x"),
    help: "",
    group: "",
    fields: fields.map(plainField),
  };
}
