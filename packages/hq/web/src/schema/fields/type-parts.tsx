import { type ReactNode, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import type { WorkingSchema } from "../../api/content/working-schema.ts";
import { useTypes } from "../../api/sites.ts";
import { Checkbox } from "../../ui/fields/checkbox.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import { type FieldPart, MOST_CHARACTERS } from "../draft/field-problems.ts";
import { addField, type DraftField, type FieldPath, moveField } from "../draft/schema-draft.ts";
import type { Work } from "../draft/use-schema-work.ts";
import { AddField } from "./add-field.tsx";
import { kindOf } from "./field-kinds.ts";
import { Flag } from "./flag.tsx";
import { OptionList } from "./option-list.tsx";
import { Sortable } from "./sortable.tsx";
import { useKindName } from "./use-kind-name.ts";
import form from "../../ui/form.module.css";
import heading from "../../ui/heading.module.css";
import list from "../../ui/list.module.css";
import textStyles from "../../ui/text.module.css";
import styles from "./fields.module.css";

interface TypePartsProps {
  readonly type: string;
  readonly work: Work;
  readonly path: FieldPath;
  readonly field: DraftField;
  readonly published: WorkingSchema["published"];
  readonly problemOf: (part: FieldPart) => string | undefined;
  readonly onChange: (more: Partial<DraftField>) => void;
  readonly onOpen: (path: FieldPath | undefined) => void;
}

/** Settings specific to the field's type. */
export function TypeParts(props: TypePartsProps): ReactNode {
  const { field, problemOf } = props;
  switch (field.type) {
    case "text":
    case "textarea":
    case "richtext":
      return <TextLimit {...props} />;
    case "number":
      return <NumberLimits {...props} />;
    case "select":
      return <OptionList {...props} problem={problemOf("options")} />;
    case "media":
      return <AltDemand {...props} />;
    case "reference":
      return <Targets {...props} />;
    case "repeat":
      return <RowFields {...props} problem={problemOf("fields")} />;
    case "boolean":
    case "date":
    case "embed":
      return null;
  }
}

/** Only for images. */
function AltDemand({ field, onChange }: PartProps): ReactNode {
  if (field.accept !== "image") return null;
  return (
    <Flag
      title={<FormattedMessage id="schema.requireAlt" />}
      about={<FormattedMessage id="schema.requireAltHelp" />}
      isSelected={field.requireAlt}
      onChange={(requireAlt) => onChange({ requireAlt })}
    />
  );
}

type PartProps = Pick<TypePartsProps, "field" | "problemOf" | "onChange">;

/** A limit below the type's maximum. */
function TextLimit({ field, problemOf, onChange }: PartProps): ReactNode {
  const { formatMessage, formatNumber } = useIntl();
  const most = formatNumber(MOST_CHARACTERS[field.type] ?? 0);
  return (
    <NumberField
      label={formatMessage({ id: "schema.maxLength" })}
      help={formatMessage({ id: "schema.maxLengthHelp" }, { most })}
      placeholder={most}
      value={field.maxLength}
      problem={problemOf("limits")}
      onChange={(maxLength) => onChange({ maxLength })}
    />
  );
}

function NumberLimits({ field, problemOf, onChange }: PartProps): ReactNode {
  const { formatMessage } = useIntl();
  const problem = problemOf("limits");
  return (
    <>
      <div className={form["two"]}>
        <NumberField
          label={formatMessage({ id: "schema.min" })}
          value={field.min}
          problem={undefined}
          onChange={(min) => onChange({ min })}
        />
        <NumberField
          label={formatMessage({ id: "schema.max" })}
          value={field.max}
          problem={problem}
          onChange={(max) => onChange({ max })}
        />
      </div>
      <Flag
        title={<FormattedMessage id="schema.integer" />}
        about={<FormattedMessage id="schema.limitsHelp" />}
        isSelected={field.integer}
        onChange={(integer) => onChange({ integer })}
      />
    </>
  );
}

interface NumberFieldProps {
  readonly label: string;
  readonly help?: string;
  readonly placeholder?: string;
  readonly value: number | undefined;
  readonly problem: string | undefined;
  readonly onChange: (value: number | undefined) => void;
}

/** An optional number. Input is kept as typed. */
function NumberField(props: NumberFieldProps): ReactNode {
  const { label, help, value, problem, onChange } = props;
  const { formatMessage } = useIntl();
  const [typed, setTyped] = useState(value === undefined ? "" : String(value));
  const read = typed.trim() === "" ? undefined : Number(typed);
  const isNumber = read === undefined || Number.isFinite(read);
  const error = isNumber ? problem : formatMessage({ id: "schema.notNumber" });
  return (
    <TextField
      label={label}
      {...(help !== undefined && { help })}
      value={read === value || !isNumber ? typed : value === undefined ? "" : String(value)}
      onChange={(text) => {
        setTyped(text);
        const next = text.trim() === "" ? undefined : Number(text);
        if (next === undefined || Number.isFinite(next)) onChange(next);
      }}
      inputMode="decimal"
      isInvalid={error !== undefined}
      error={error}
      validationBehavior="aria"
      autoComplete="off"
    />
  );
}

/** The types that a reference accepts. */
function Targets({ field, problemOf, onChange }: PartProps): ReactNode {
  const { data: types = [] } = useTypes();
  const problem = problemOf("to");
  const known = new Set(types.map(({ apiId }) => apiId));
  const gone = field.to.filter((apiId) => !known.has(apiId));
  const targets = [...types, ...gone.map((apiId) => ({ apiId, label: apiId }))];
  return (
    <div role="group" aria-labelledby={`to-${field.key}`} className={styles["targets"]}>
      <span id={`to-${field.key}`} className={heading["label"]}>
        <FormattedMessage id="schema.to" />
      </span>
      {targets.map(({ apiId, label }) => (
        <Checkbox
          key={apiId}
          isSelected={field.to.includes(apiId)}
          onChange={(isOn) =>
            onChange({
              to: isOn ? [...field.to, apiId] : field.to.filter((one) => one !== apiId),
            })
          }
        >
          {label}
        </Checkbox>
      ))}
      {problem !== undefined && <p className={textStyles["problem"]}>{problem}</p>}
    </div>
  );
}

interface RowFieldsProps {
  readonly work: Work;
  readonly path: FieldPath;
  readonly field: DraftField;
  readonly problem: string | undefined;
  readonly onOpen: (path: FieldPath) => void;
}

/** The fields of a repeat's row. A selected one opens in place of the repeat's settings. */
function RowFields({ work, path, field, problem, onOpen }: RowFieldsProps): ReactNode {
  const { formatMessage } = useIntl();
  const kindName = useKindName();
  const [repeat] = path;
  return (
    <div className={styles["options"]} role="group" aria-labelledby={`rows-${field.key}`}>
      <span className={`${form["buttons"]} ${styles["rowsHead"]}`}>
        <span id={`rows-${field.key}`} className={heading["label"]}>
          <FormattedMessage id="schema.rowFields" />
        </span>
        <AddField
          isInRow
          onAdd={(inner) => {
            work.change((now) => addField(now, { in: [repeat] }, inner));
            onOpen([repeat, inner.key]);
          }}
        />
      </span>
      {field.fields.length > 0 && (
        <Sortable
          label={formatMessage({ id: "schema.rowFields" })}
          items={field.fields}
          nameOf={({ label, apiId }) => label || apiId || formatMessage({ id: "schema.newField" })}
          onMove={(key, before) => work.change((now) => moveField(now, [repeat, key], before))}
          onSelect={(key) => onOpen([repeat, key])}
        >
          {(inner) => {
            const { icon: Icon } = kindOf(inner);
            return (
              <>
                <span className={styles["tile"]}>
                  <Icon size={16} aria-hidden="true" />
                </span>
                <span className={`${list["names"]} ${list["small"]} ${styles["names"]}`}>
                  <b>
                    {inner.label === "" ? <FormattedMessage id="schema.newField" /> : inner.label}
                  </b>
                  <code>{inner.apiId}</code>
                </span>
                <span className={`${textStyles["detail"]} ${styles["kind"]}`}>
                  {kindName(inner)}
                </span>
              </>
            );
          }}
        </Sortable>
      )}
      {problem !== undefined && <p className={textStyles["problem"]}>{problem}</p>}
    </div>
  );
}
