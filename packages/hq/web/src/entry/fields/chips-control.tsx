import { Plus, Rows3, X } from "lucide-react";
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useState } from "react";
import {
  Button as AriaButton,
  Menu,
  MenuItem,
  MenuTrigger,
  Popover,
  Tag,
  TagGroup,
  TagList,
} from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import type { Field } from "../../api/content/schema.ts";
import { Button } from "../../ui/button.tsx";
import { cleanLines } from "../../ui/fields/clean-text.ts";
import type { ControlProps } from "./control.ts";
import { FieldFrame } from "./field-frame.tsx";
import { MAX_ROWS } from "./list-controls.tsx";
import menu from "../../ui/menu.module.css";
import styles from "./chips.module.css";

/** Longer values are easier to edit in rows. */
const SHORT_CHARACTERS = 60;
const MOST_CHARACTERS = 1000;

/** Returns whether the values of a field are displayed as chips. */
export function areChips({ type }: Field, value: unknown): boolean {
  if (type === "select") return true;
  return type === "text" && valuesOf(value).every((text) => text.length <= SHORT_CHARACTERS);
}

interface ChipsProps extends ControlProps {
  /** Switches to rows, which can be dragged. */
  readonly onRows: () => void;
}

/**
 * Short texts as chips. The text being typed is always the last value, so it is stored and saved even without pressing
 * Enter.
 */
export function TextChipsControl(props: ChipsProps): ReactNode {
  const { field, value, onChange, problem, path, onRows } = props;
  const { formatMessage } = useIntl();
  const [isTyping, setIsTyping] = useState(false);
  const values = valuesOf(value);
  const chips = isTyping ? values.slice(0, -1) : values;
  const typed = isTyping ? (values.at(-1) ?? "") : "";
  const put = (next: readonly string[]): void =>
    onChange(next.length === 0 ? undefined : next.slice(0, MAX_ROWS));
  const type = (text: string): void => {
    setIsTyping(text !== "");
    put(text === "" ? chips : [...chips, text]);
  };
  const add = (texts: readonly string[]): void => {
    setIsTyping(false);
    put([...chips, ...texts.map((text) => text.trim()).filter((text) => text !== "")]);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    // Enter confirms the input method's conversion (Japanese) first.
    if (event.nativeEvent.isComposing) return;
    if ((event.key === "Enter" || SEPARATOR.test(event.key)) && typed !== "") {
      event.preventDefault();
      add([typed]);
    } else if (event.key === "Backspace" && typed === "" && chips.length > 0) {
      event.preventDefault();
      // Edit the last value again.
      setIsTyping(true);
    }
  };
  const onPaste = (event: ClipboardEvent<HTMLInputElement>): void => {
    const texts = cleanLines(event.clipboardData.getData("text/plain")).split(/[\n,、，]/);
    if (texts.length === 1) return;
    event.preventDefault();
    add([typed + (texts[0] ?? ""), ...texts.slice(1)]);
  };
  return (
    <FieldFrame field={field} problem={problem}>
      <div className={styles["box"]}>
        <Chips
          field={field}
          texts={chips}
          names={chips}
          onPut={(next) => put(isTyping ? [...next, typed] : next)}
        />
        <input
          className={styles["typed"]}
          aria-label={formatMessage({ id: "field.addTo" }, { field: field.label })}
          value={typed}
          maxLength={MOST_CHARACTERS}
          disabled={chips.length >= MAX_ROWS}
          data-path={path}
          onChange={(event) => type(event.target.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          onBlur={() => typed !== "" && add([typed])}
        />
        {chips.length > 1 && (
          <Button
            look="quiet"
            iconOnly
            aria-label={formatMessage({ id: "field.asRows" }, { field: field.label })}
            onPress={onRows}
          >
            <Rows3 size={14} aria-hidden="true" />
          </Button>
        )}
      </div>
    </FieldFrame>
  );
}

const SEPARATOR = /^[,、，]$/;

/** Selected options, in the order of selection. */
export function OptionsControl(props: ControlProps): ReactNode {
  const { field, value, onChange, problem, path } = props;
  const values = valuesOf(value);
  const options = field.options ?? [];
  const put = (next: readonly string[]): void => onChange(next.length === 0 ? undefined : next);
  const labelOf = (one: string): string =>
    options.find((option) => option.value === one)?.label ?? one;
  return (
    <FieldFrame field={field} problem={problem}>
      <div className={styles["box"]}>
        <Chips field={field} texts={values} names={values.map(labelOf)} onPut={put} />
        <MenuTrigger>
          <AriaButton className={styles["add"] ?? ""} data-path={path}>
            <Plus size={14} aria-hidden="true" />
            <FormattedMessage id="field.add" />
          </AriaButton>
          <Popover className={menu["popup"] ?? ""} placement="bottom start">
            <Menu
              className={menu["menu"] ?? ""}
              selectionMode="multiple"
              selectedKeys={values}
              onSelectionChange={(keys) => {
                const chosen = new Set(keys === "all" ? options.map((one) => one.value) : keys);
                const remaining = values.filter((one) => chosen.delete(one));
                put([...remaining, ...[...chosen].map(String)]);
              }}
            >
              {options.map((option) => (
                <MenuItem key={option.value} id={option.value} className={menu["item"] ?? ""}>
                  {option.label}
                </MenuItem>
              ))}
            </Menu>
          </Popover>
        </MenuTrigger>
      </div>
    </FieldFrame>
  );
}

interface ChipListProps {
  readonly field: Field;
  readonly texts: readonly string[];
  /** Labels of the values, in the same order. */
  readonly names: readonly string[];
  readonly onPut: (texts: readonly string[]) => void;
}

/** Arrow keys move between chips. Delete removes a chip, and Alt with an arrow key moves it. */
function Chips({ field, texts, names, onPut }: ChipListProps): ReactNode {
  const { formatMessage } = useIntl();
  const keys = keysOf(texts);
  const move = (event: KeyboardEvent): void => {
    const chip = event.target instanceof Element ? event.target.closest("[role=row]") : null;
    const place = [...(chip?.parentElement?.children ?? [])].findIndex((one) => one === chip);
    const to = place + (STEPS[event.key] ?? 0);
    const text = texts[place];
    if (!event.altKey || to === place || text === undefined || texts[to] === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onPut(texts.toSpliced(place, 1).toSpliced(to, 0, text));
  };
  if (texts.length === 0) return null;
  return (
    // Capture the arrow keys before the tag group handles them.
    <div className={styles["group"]} onKeyDownCapture={move}>
      <TagGroup
        className={styles["group"] ?? ""}
        aria-label={field.label}
        onRemove={(removed) => onPut(texts.filter((_, place) => !removed.has(keys[place] ?? "")))}
      >
        <TagList className={styles["chips"] ?? ""}>
          {keys.map((key, place) => (
            <Tag key={key} id={key} className={styles["chip"] ?? ""} textValue={names[place] ?? ""}>
              <span>{names[place]}</span>
              <AriaButton
                slot="remove"
                className={styles["remove"] ?? ""}
                aria-label={formatMessage({ id: "field.removeItem" }, { name: names[place] ?? "" })}
              >
                <X size={12} aria-hidden="true" />
              </AriaButton>
            </Tag>
          ))}
        </TagList>
      </TagGroup>
    </div>
  );
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowUp: -1,
  ArrowRight: 1,
  ArrowDown: 1,
};

/** Returns stable keys for values: the text plus its occurrence number. */
function keysOf(texts: readonly string[]): readonly string[] {
  return texts.map(
    (text, place) => `${texts.slice(0, place).filter((other) => other === text).length} ${text}`,
  );
}

function valuesOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}
