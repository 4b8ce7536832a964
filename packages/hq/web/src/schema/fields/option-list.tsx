import { Plus, Trash2 } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { Button as AriaButton, Input } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import type { WorkingSchema } from "../../api/content/working-schema.ts";
import { Button } from "../../ui/button.tsx";
import { addOption, changeOption, moveOption, removeOption } from "../draft/draft-options.ts";
import type { DraftField, DraftOption, FieldPath } from "../draft/schema-draft.ts";
import type { Work } from "../draft/use-schema-work.ts";
import { publishedField } from "./locked.ts";
import { Sortable } from "./sortable.tsx";
import frame from "../../ui/fields/field.module.css";
import heading from "../../ui/heading.module.css";
import icon from "../../ui/icon-button.module.css";
import textStyles from "../../ui/text.module.css";
import styles from "./fields.module.css";

interface OptionListProps {
  readonly work: Work;
  readonly path: FieldPath;
  readonly field: DraftField;
  readonly published: WorkingSchema["published"];
  readonly problem: string | undefined;
  readonly onChange: (more: Partial<DraftField>) => void;
}

/**
 * The options of a select. Labels are published and can change; values are stored in entries and locked once published.
 */
export function OptionList(props: OptionListProps): ReactNode {
  const { work, path, field, published, problem, onChange } = props;
  const { formatMessage } = useIntl();
  const { options } = field;
  const fixed = new Set(
    publishedField(published, work.draft, path)?.options.map(({ value }) => value),
  );
  const set = (next: readonly DraftOption[]): void => onChange({ options: next });
  return (
    <div className={styles["options"]} role="group" aria-labelledby={`options-${field.key}`}>
      <span id={`options-${field.key}`} className={heading["label"]}>
        <FormattedMessage id="schema.options" />
      </span>
      {options.length > 0 && (
        <Sortable
          label={formatMessage({ id: "schema.options" })}
          items={options}
          nameOf={({ label, value }) => label || value || formatMessage({ id: "schema.newOption" })}
          onMove={(key, before) => set(moveOption(options, key, before))}
        >
          {(option) => (
            <OptionRow
              option={option}
              isFixed={fixed.has(option.value) && !option.follows}
              onChange={(more) => set(changeOption(options, option.key, more))}
              onRemove={() => set(removeOption(options, option.key))}
            />
          )}
        </Sortable>
      )}
      <div>
        <Button look="quiet" onPress={() => set(addOption(options))}>
          <Plus size={14} aria-hidden="true" />
          <FormattedMessage id="schema.addOption" />
        </Button>
      </div>
      {problem !== undefined && <p className={textStyles["problem"]}>{problem}</p>}
      <p className={frame["help"]}>
        <FormattedMessage id="schema.optionsHelp" />
      </p>
    </div>
  );
}

interface OptionRowProps {
  readonly option: DraftOption;
  /** Whether entries can contain its value. */
  readonly isFixed: boolean;
  readonly onChange: (more: Partial<DraftOption>) => void;
  readonly onRemove: () => void;
}

function OptionRow({ option, isFixed, onChange, onRemove }: OptionRowProps): ReactNode {
  const { formatMessage } = useIntl();
  const input = useRef<HTMLInputElement>(null);
  const { label, value } = option;
  const isBegun = label === "" && value === "";
  useEffect(() => {
    if (isBegun) input.current?.focus();
    // Only if it was just added.
  }, []);
  const name = label || value || formatMessage({ id: "schema.newOption" });
  return (
    <>
      <span className={styles["option"]}>
        <Input
          ref={input}
          className={frame["input"] ?? ""}
          aria-label={formatMessage({ id: "schema.optionLabel" }, { name })}
          placeholder={formatMessage({ id: "schema.label" })}
          value={label}
          maxLength={200}
          onChange={(event) => onChange({ label: event.target.value })}
        />
        {isFixed ? (
          <code>{value}</code>
        ) : (
          <Input
            className={`${frame["input"]} ${styles["value"]}`}
            aria-label={formatMessage({ id: "schema.optionValue" }, { name })}
            placeholder={formatMessage({ id: "schema.value" })}
            value={value}
            maxLength={200}
            onChange={(event) => {
              const text = event.target.value;
              onChange({ value: text, follows: text === "" });
            }}
          />
        )}
      </span>
      <AriaButton
        className={icon["iconButton"] ?? ""}
        aria-label={formatMessage({ id: "schema.removeOf" }, { name })}
        onPress={onRemove}
      >
        <Trash2 size={14} aria-hidden="true" />
      </AriaButton>
    </>
  );
}
