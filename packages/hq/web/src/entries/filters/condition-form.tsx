import { type ReactNode, useState } from "react";
import { useIntl } from "react-intl";
import type { Field } from "../../api/content/schema.ts";
import { TextField } from "../../ui/fields/text-field.tsx";
import { Choice, Show } from "./choice.tsx";
import { type Condition, needsValue, OPERATORS, operatorsOf } from "./conditions.ts";
import { EntryPick } from "./entry-pick.tsx";
import styles from "./filters.module.css";

interface ConditionFormProps {
  readonly field: Field;
  readonly onAdd: (condition: Condition) => void;
}

/** Operator and value of a condition, depending on the field type. */
export function ConditionForm({ field, onAdd }: ConditionFormProps): ReactNode {
  const { formatMessage } = useIntl();
  const operators = operatorsOf(field);
  const [operator, setOperator] = useState(operators[0] ?? "exists");
  const [value, setValue] = useState(firstValue(field));
  const [isMissing, setIsMissing] = useState(false);
  const add = (text: string): void => onAdd({ field: field.apiId, operator, value: text });
  const isEntry = field.type === "reference" && needsValue(operator);
  return (
    <form
      className={styles["form"]}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const text = needsValue(operator) ? value.trim() : "";
        if (needsValue(operator) && !fits(field, text)) setIsMissing(true);
        else add(text);
      }}
    >
      <Choice
        label={formatMessage({ id: "filters.how" })}
        value={operator}
        onChange={(name) => setOperator(OPERATORS.find((one) => one === name) ?? operator)}
        options={operators.map((one) => [one, formatMessage({ id: `filters.${one}` })])}
      />
      {isEntry ? (
        <EntryPick
          label={field.label}
          {...(field.to !== undefined && { types: field.to })}
          onChoose={add}
        />
      ) : (
        <>
          {needsValue(operator) && (
            <ValueControl
              field={field}
              value={value}
              isMissing={isMissing}
              onChange={(text) => {
                setValue(text);
                setIsMissing(false);
              }}
            />
          )}
          <Show />
        </>
      )}
    </form>
  );
}

function firstValue({ type, options }: Field): string {
  if (type === "boolean") return "true";
  return type === "select" ? (options?.[0]?.label ?? "") : "";
}

/** HQ compares numbers with numbers and dates with dates. */
function fits({ type }: Field, value: string): boolean {
  if (type === "number") return /^-?\d+(?:\.\d+)?$/.test(value);
  return type === "date" ? /^\d{4}-\d{2}-\d{2}$/.test(value) : value !== "";
}

interface ValueControlProps {
  readonly field: Field;
  readonly value: string;
  readonly isMissing: boolean;
  readonly onChange: (value: string) => void;
}

function ValueControl({ field, value, isMissing, onChange }: ValueControlProps): ReactNode {
  const { formatMessage } = useIntl();
  const label = formatMessage({ id: "filters.value" });
  if (field.type === "boolean") {
    const options = [
      ["true", formatMessage({ id: "filters.yes" })],
      ["false", formatMessage({ id: "filters.no" })],
    ] as const;
    return <Choice label={label} value={value} onChange={onChange} options={options} />;
  }
  if (field.type === "select") {
    // HQ compares options by their published value.
    const options = (field.options ?? []).map((option) => [option.label, option.label] as const);
    return <Choice label={label} value={value} onChange={onChange} options={options} />;
  }
  return (
    <TextField
      label={label}
      type={field.type === "date" ? "date" : "text"}
      {...(field.type === "number" && { inputMode: "decimal" as const })}
      value={value}
      onChange={onChange}
      isInvalid={isMissing}
      error={isMissing ? formatMessage({ id: `filters.missing.${missingOf(field)}` }) : undefined}
      validationBehavior="aria"
    />
  );
}

function missingOf({ type }: Field): "number" | "date" | "text" {
  return type === "number" || type === "date" ? type : "text";
}
