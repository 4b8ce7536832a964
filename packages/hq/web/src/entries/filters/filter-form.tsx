import { type ReactNode, useId, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useAuthors } from "../../api/content/entries.ts";
import type { Field } from "../../api/content/schema.ts";
import type { ContentType } from "../../api/sites.ts";
import { Checkbox } from "../../ui/fields/checkbox.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import { type Condition, needsValue, OPERATORS, operatorsOf } from "../query/conditions.ts";
import type { ListFilters } from "../query/list-params.ts";
import { Choice, Show } from "./choice.tsx";
import { EntryPick } from "./entry-pick.tsx";
import form from "../../ui/form.module.css";
import heading from "../../ui/heading.module.css";
import textStyles from "../../ui/text.module.css";
import styles from "./filters.module.css";

interface FilterFormProps {
  readonly filters: ListFilters;
  readonly types: readonly ContentType[];
  readonly fields: readonly Field[];
  readonly onChange: (change: Partial<ListFilters>) => void;
}

const FIELD = "field:";

/** Chooses a filter and its value. */
export function FilterForm(props: FilterFormProps): ReactNode {
  const { types, fields } = props;
  const { formatMessage } = useIntl();
  const [what, setWhat] = useState(types.length > 1 ? "type" : "author");
  const field = fields.find(({ apiId }) => `${FIELD}${apiId}` === what);
  return (
    <div className={`${form["form"]} ${styles["form"]}`}>
      <Choice
        label={formatMessage({ id: "filters.by" })}
        value={what}
        onChange={setWhat}
        autoFocus
        options={[
          ...(types.length > 1 ? [["type", formatMessage({ id: "entries.type" })] as const] : []),
          ["author", formatMessage({ id: "entries.author" })],
          ["changed", formatMessage({ id: "entries.changed" })],
          ["refers", formatMessage({ id: "filters.refers" })],
          ...fields.map(({ apiId, label }) => [`${FIELD}${apiId}`, label] as const),
        ]}
      />
      {field === undefined && fields.length === 0 && types.length > 1 && (
        <p className={textStyles["soft"]}>
          <FormattedMessage id="filters.oneType" />
        </p>
      )}
      {what === "type" && <TypeForm {...props} />}
      {what === "author" && <AuthorForm {...props} />}
      {what === "changed" && <DayForm {...props} />}
      {what === "refers" && <RefersForm {...props} />}
      {field !== undefined && (
        <ConditionForm
          key={field.apiId}
          field={field}
          onAdd={(condition) => {
            props.onChange({ conditions: [...props.filters.conditions, [condition]] });
          }}
        />
      )}
    </div>
  );
}

interface AlternativeFormProps {
  readonly fields: readonly Field[];
  readonly onAdd: (condition: Condition) => void;
}

/** Chooses an alternative to a condition. */
export function AlternativeForm({ fields, onAdd }: AlternativeFormProps): ReactNode {
  const { formatMessage } = useIntl();
  const [what, setWhat] = useState(fields[0]?.apiId ?? "");
  const field = fields.find(({ apiId }) => apiId === what);
  return (
    <div className={`${form["form"]} ${styles["form"]}`}>
      <Choice
        label={formatMessage({ id: "filters.or" })}
        value={what}
        onChange={setWhat}
        autoFocus
        options={fields.map(({ apiId, label }) => [apiId, label] as const)}
      />
      {field !== undefined && <ConditionForm key={field.apiId} field={field} onAdd={onAdd} />}
    </div>
  );
}

function TypeForm({ filters, types, onChange }: FilterFormProps): ReactNode {
  const [chosen, setChosen] = useState(filters.types);
  const label = useId();
  return (
    <form
      className={`${form["form"]} ${styles["form"]}`}
      onSubmit={(event) => {
        event.preventDefault();
        // Conditions apply to fields of a single type.
        const keeps = chosen.length === 1 && chosen[0] === filters.types[0];
        onChange({ types: chosen, ...(keeps ? {} : { conditions: [] }) });
      }}
    >
      <div role="group" aria-labelledby={label} className={styles["boxes"]}>
        <span id={label} className={heading["label"] ?? ""}>
          <FormattedMessage id="filters.oneOf" />
        </span>
        {types.map(({ apiId, label: name }) => (
          <Checkbox
            key={apiId}
            isSelected={chosen.includes(apiId)}
            onChange={(isOn) => {
              setChosen(isOn ? [...chosen, apiId] : chosen.filter((one) => one !== apiId));
            }}
          >
            {name}
          </Checkbox>
        ))}
      </div>
      <Show />
    </form>
  );
}

function AuthorForm({ filters, onChange }: FilterFormProps): ReactNode {
  const { formatMessage } = useIntl();
  const { data: authors = [] } = useAuthors();
  const [author, setAuthor] = useState(filters.author ?? "me");
  return (
    <form
      className={`${form["form"]} ${styles["form"]}`}
      onSubmit={(event) => {
        event.preventDefault();
        onChange({ author });
      }}
    >
      <Choice
        label={formatMessage({ id: "filters.savedBy" })}
        value={author}
        onChange={setAuthor}
        options={[
          ["me", formatMessage({ id: "filters.me" })],
          ...authors.map(({ name, email }) => [email, name] as const),
        ]}
      />
      <Show />
    </form>
  );
}

function DayForm({ filters, onChange }: FilterFormProps): ReactNode {
  const { formatMessage } = useIntl();
  const [from, setFrom] = useState(filters.from ?? "");
  const [to, setTo] = useState(filters.to ?? "");
  const isTurned = from !== "" && to !== "" && from > to;
  return (
    <form
      className={`${form["form"]} ${styles["form"]}`}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isTurned) onChange({ from: from || undefined, to: to || undefined });
      }}
    >
      <TextField
        label={formatMessage({ id: "filters.from" })}
        type="date"
        value={from}
        onChange={setFrom}
      />
      <TextField
        label={formatMessage({ id: "filters.to" })}
        type="date"
        value={to}
        onChange={setTo}
        isInvalid={isTurned}
        error={isTurned ? formatMessage({ id: "filters.turned" }) : undefined}
        validationBehavior="aria"
      />
      <Show />
    </form>
  );
}

function RefersForm({ onChange }: FilterFormProps): ReactNode {
  const { formatMessage } = useIntl();
  return (
    <EntryPick
      label={formatMessage({ id: "filters.refersHelp" })}
      onChoose={(refersTo) => onChange({ refersTo })}
    />
  );
}

interface ConditionFormProps {
  readonly field: Field;
  readonly onAdd: (condition: Condition) => void;
}

/** Operator and value of a condition, depending on the field type. */
function ConditionForm({ field, onAdd }: ConditionFormProps): ReactNode {
  const { formatMessage } = useIntl();
  const operators = operatorsOf(field);
  const [operator, setOperator] = useState(operators[0] ?? "exists");
  const [value, setValue] = useState(firstValue(field));
  const [isMissing, setIsMissing] = useState(false);
  const add = (text: string): void => onAdd({ field: field.apiId, operator, value: text });
  const isEntry = field.type === "reference" && needsValue(operator);
  return (
    <form
      className={`${form["form"]} ${styles["form"]}`}
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
