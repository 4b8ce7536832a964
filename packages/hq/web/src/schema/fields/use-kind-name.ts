import { useIntl } from "react-intl";
import type { DraftField } from "../draft/schema-draft.ts";
import { kindOf } from "./field-kinds.ts";

/** Returns a function that describes a field, for example "Text", "Several: Picture", or "Repeat, 3 fields". */
export function useKindName(): (field: DraftField) => string {
  const { formatMessage } = useIntl();
  return (field) => {
    const kind = formatMessage({ id: kindOf(field).label });
    if (field.type === "repeat") {
      return formatMessage({ id: "schema.repeatOf" }, { kind, count: field.fields.length });
    }
    return field.multiple ? formatMessage({ id: "schema.severalOf" }, { kind }) : kind;
  };
}
