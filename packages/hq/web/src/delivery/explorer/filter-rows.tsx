import { Plus, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Button } from "../../ui/button.tsx";
import { SelectField } from "../../ui/fields/select-field.tsx";
import { Switch } from "../../ui/fields/switch.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import {
  type QueryField,
  needsValue,
  OPERATORS,
  operatorsOf,
  parseTerms,
  printTerms,
  type Term,
} from "./explorer-query.ts";
import styles from "./explorer.module.css";

interface FilterRowsProps {
  readonly filters: string;
  readonly fields: readonly QueryField[];
  readonly onChange: (filters: string) => void;
}

/** One row per condition, evaluated from left to right. Filters with groups are edited as text. */
export function FilterRows({ filters, fields, onChange }: FilterRowsProps): ReactNode {
  const { formatMessage } = useIntl();
  const terms = parseTerms(filters);
  const [isText, setIsText] = useState(terms === undefined);
  const [first] = fields;
  const add = (): void => {
    const [operator = "exists"] = operatorsOf(first);
    const term: Term = { join: "and", field: first?.name ?? "id", operator, value: "" };
    onChange(printTerms([...(terms ?? []), term]));
  };
  return (
    <fieldset className={styles["group"]}>
      <legend className={styles["legend"]}>
        <FormattedMessage id="explorer.filters" />
        <Switch isSelected={isText} isTrailing onChange={setIsText}>
          <FormattedMessage id="explorer.asText" />
        </Switch>
      </legend>
      {isText || terms === undefined ? (
        <TextField
          label={formatMessage({ id: "explorer.filterText" })}
          help={formatMessage({
            id: terms === undefined ? "explorer.groups" : "explorer.filterHelp",
          })}
          value={filters}
          onChange={onChange}
          autoComplete="off"
          spellCheck="false"
          maxLength={4000}
        />
      ) : (
        <>
          {terms.map((term, place) => (
            <TermRow
              // Rows have no identity other than their index.
              key={place}
              place={place}
              term={term}
              fields={fields}
              onChange={(next) => onChange(printTerms(terms.with(place, next)))}
              onRemove={() => onChange(printTerms(terms.toSpliced(place, 1)))}
            />
          ))}
          <div>
            <Button look="quiet" onPress={add}>
              <Plus size={14} aria-hidden="true" />
              <FormattedMessage id="explorer.addFilter" />
            </Button>
          </div>
        </>
      )}
    </fieldset>
  );
}

interface TermRowProps {
  readonly place: number;
  readonly term: Term;
  readonly fields: readonly QueryField[];
  readonly onChange: (term: Term) => void;
  readonly onRemove: () => void;
}

function TermRow({ place, term, fields, onChange, onRemove }: TermRowProps): ReactNode {
  const { formatMessage } = useIntl();
  const field = fields.find(({ name }) => name === term.field);
  const known = operatorsOf(field);
  const operators = known.includes(term.operator) ? known : [...known, term.operator];
  const row = place + 1;
  return (
    <div
      className={styles["term"]}
      role="group"
      aria-label={formatMessage({ id: "explorer.row" }, { row })}
    >
      {place > 0 && (
        <div className={styles["join"]}>
          <SelectField
            label={formatMessage({ id: "explorer.join" })}
            isLabelled={false}
            value={term.join}
            onChange={(join) => onChange({ ...term, join: join === "or" ? "or" : "and" })}
            options={[
              ["and", formatMessage({ id: "explorer.and" })],
              ["or", formatMessage({ id: "explorer.or" })],
            ]}
          />
        </div>
      )}
      <SelectField
        label={formatMessage({ id: "explorer.field" })}
        isLabelled={false}
        value={term.field}
        onChange={(name) => {
          const next = operatorsOf(fields.find((one) => one.name === name));
          const operator = next.includes(term.operator) ? term.operator : (next[0] ?? "exists");
          onChange({ ...term, field: name, operator, value: "" });
        }}
        options={withOwn(fields, term.field)}
      />
      <SelectField
        label={formatMessage({ id: "explorer.operator" })}
        isLabelled={false}
        value={term.operator}
        onChange={(name) =>
          onChange({ ...term, operator: OPERATORS.find((one) => one === name) ?? term.operator })
        }
        options={operators.map((one) => [one, formatMessage({ id: `explorer.op.${one}` })])}
      />
      {needsValue(term.operator) && (
        <div className={styles["value"]}>
          <TextField
            label={formatMessage({ id: "explorer.value" })}
            value={term.value}
            onChange={(value) => onChange({ ...term, value })}
            autoComplete="off"
          />
        </div>
      )}
      <Button
        look="quiet"
        iconOnly
        aria-label={formatMessage({ id: "explorer.removeRow" }, { row })}
        onPress={onRemove}
      >
        <X size={14} aria-hidden="true" />
      </Button>
    </div>
  );
}

/** Returns the selectable fields, plus the current one from the URL if it is unknown. */
function withOwn(
  fields: readonly QueryField[],
  own: string,
): readonly (readonly [string, string])[] {
  const known = fields.map(({ name, label }) => [name, label] as const);
  return fields.some(({ name }) => name === own) ? known : [...known, [own, own]];
}
