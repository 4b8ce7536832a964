import type { SchemaChange } from "@loam/cms-core/browser";
import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { kindOf } from "../fields/field-kinds.ts";

interface ChangeTextProps {
  readonly change: SchemaChange;
  /** By dotted API IDs. */
  readonly labels: ReadonlyMap<string, string>;
}

/** Describes a schema change in a sentence. */
export function ChangeText({ change, labels }: ChangeTextProps): ReactNode {
  const { formatMessage } = useIntl();
  const { kind, field, before = "", after = "" } = change;
  const shown = (text: string): string => {
    if (text === "") return text;
    if (kind === "field_added" || kind === "field_deleted") {
      return formatMessage({ id: kindOf({ type: text }).label });
    }
    if (kind === "limits_changed") {
      return text.replace("whole", formatMessage({ id: "schema.integer" }));
    }
    return text;
  };
  const values = {
    field: labels.get(field) ?? field,
    before: shown(before),
    after: shown(after),
    isSet: after === "" ? "no" : "yes",
    b: (words: ReactNode[]) => <b key="b">{words}</b>,
  };
  return <FormattedMessage id={`schema.change.${kind}`} values={values} />;
}
