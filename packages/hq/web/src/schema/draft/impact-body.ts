import type { SchemaBody } from "../../api/content/working-schema.ts";
import type { DraftField, SchemaDraft } from "./schema-draft.ts";
import { bodyOf } from "./schema-forms.ts";

/**
 * Returns the schema for the impact query without properties that have no impact, so that editing a label doesn't send
 * a query per keystroke.
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
