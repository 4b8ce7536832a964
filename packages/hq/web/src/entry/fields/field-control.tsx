import { type CalendarDate, getLocalTimeZone, parseDate, today } from "@internationalized/date";
import { ChevronsUpDown } from "lucide-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import {
  Button as AriaButton,
  DatePicker,
  ListBox,
  ListBoxItem,
  Popover,
  Select,
  SelectValue,
} from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import { useSite } from "../../api/sites.ts";
import { DateBox } from "../../ui/fields/date-box.tsx";
import { Waiting } from "../../ui/notes/waiting.tsx";
import { areChips, OptionsControl, TextChipsControl } from "./chips-control.tsx";
import { AddEntries, AddFiles } from "./choose/add-several.tsx";
import { EntryChoice } from "./choose/entry-choice.tsx";
import { MediaChoice } from "./choose/media-choice.tsx";
import type { ControlProps } from "./control.ts";
import { FieldFrame, FieldLabel, Help } from "./field-frame.tsx";
import { ListControl } from "./list-controls.tsx";
import { MediaControl } from "./media-control.tsx";
import { ReadOnlyField } from "./read-only-field.tsx";
import { ReferenceControl } from "./reference-control.tsx";
import { RepeatControl } from "./repeat-control.tsx";
import { BooleanControl, EmbedControl, NumberControl, TextControl } from "./text-controls.tsx";
import form from "../../ui/form.module.css";
import menu from "../../ui/menu.module.css";
import styles from "./fields.module.css";

/** Controls for single values, by field type. */
const CONTROLS: Readonly<Record<string, (props: ControlProps) => ReactNode>> = {
  text: TextControl,
  textarea: TextControl,
  richtext: RichTextControl,
  number: NumberControl,
  boolean: BooleanControl,
  date: DateControl,
  select: SelectControl,
  media: MediaControl,
  reference: ReferenceControl,
  embed: EmbedControl,
};

/** Controls that add several values at a time, by field type. */
const ADDS: Readonly<Record<string, typeof AddEntries>> = {
  reference: AddEntries,
  media: AddFiles,
};

/** The control of a field of any type, with one or multiple values. */
export function FieldControl(props: ControlProps): ReactNode {
  const { field, value, onChange, path, problems } = props;
  const { data: site } = useSite();
  if (site?.role === "view") return <ReadOnlyField field={field} value={value} />;
  if (field.type === "repeat") {
    return (
      <RepeatControl
        {...props}
        renderField={(inner, row, place) => {
          const innerPath = `${path}.${place}.${inner.apiId}`;
          return (
            <FieldControl
              key={inner.apiId}
              field={inner}
              value={row[inner.apiId]}
              onChange={(next) => onChange(putIn(value, place, { ...row, [inner.apiId]: next }))}
              path={innerPath}
              problem={problems.get(innerPath)}
              problems={problems}
            />
          );
        }}
      />
    );
  }
  const Control = CONTROLS[field.type];
  if (Control === undefined) {
    return <FormattedMessage id="field.unknown" values={{ type: field.type }} />;
  }
  if (!field.multiple) return <Control {...props} />;
  return <SeveralControl {...props} control={Control} />;
}

interface SeveralProps extends ControlProps {
  /** Control of a single value. */
  readonly control: (props: ControlProps) => ReactNode;
}

/** Multiple values: short texts as chips, all others in rows. */
function SeveralControl(props: SeveralProps): ReactNode {
  const { field, value, onChange, path, problems, control: Control } = props;
  const [isRows, setIsRows] = useState(() => !areChips(field, value));
  if (!isRows && field.type === "text") {
    return <TextChipsControl {...props} onRows={() => setIsRows(true)} />;
  }
  if (!isRows) return <OptionsControl {...props} />;
  const Add = ADDS[field.type];
  const single = { ...field, multiple: false, required: false };
  return (
    <ListControl
      {...props}
      makeItem={() => (field.type === "boolean" ? false : "")}
      {...(Add === undefined && { copyItem: (item: unknown) => item })}
      itemLabel={(_item, place) => `${field.label} ${place + 1}`}
      addLabel={<FormattedMessage id="field.add" />}
      {...(Add !== undefined && {
        renderAdd: (room, put) => (
          <Add
            field={field}
            path={path}
            room={room}
            onAdd={(added) => put((items) => [...items, ...added])}
          />
        ),
      })}
      renderItem={(item, place) => {
        const itemPath = `${path}.${place}`;
        const { help: _shownOnce, ...itemField } = single;
        return (
          <Control
            field={{ ...itemField, label: `${field.label} ${place + 1}` }}
            value={item === "" ? undefined : item}
            onChange={(next) => onChange(putIn(value, place, next ?? ""))}
            path={itemPath}
            isListed
            problem={problems.get(itemPath)}
            problems={problems}
          />
        );
      }}
    />
  );
}

function putIn(value: unknown, place: number, item: unknown): readonly unknown[] {
  return Array.isArray(value) ? value.with(place, item) : [item];
}

const NONE = "";

function SelectControl({ field, value, onChange, problem, path }: ControlProps): ReactNode {
  const { formatMessage } = useIntl();
  const options = field.options ?? [];
  return (
    <Select
      className={`${form["form"]} ${styles["field"]}`}
      value={typeof value === "string" ? value : null}
      onChange={(key) => onChange(key === NONE ? undefined : key)}
      isInvalid={problem !== undefined}
      placeholder={formatMessage({ id: "field.choose" })}
    >
      <FieldLabel field={field} />
      <AriaButton className={styles["input"] ?? ""} data-path={path}>
        <SelectValue className={styles["grow"] ?? ""} />
        <ChevronsUpDown size={14} aria-hidden="true" />
      </AriaButton>
      <Help field={field} problem={problem} />
      <Popover className={menu["popup"] ?? ""}>
        <ListBox className={menu["menu"] ?? ""}>
          {!field.required && (
            <ListBoxItem id={NONE} className={menu["item"] ?? ""}>
              <FormattedMessage id="field.none" />
            </ListBoxItem>
          )}
          {options.map((option) => (
            <ListBoxItem key={option.value} id={option.value} className={menu["item"] ?? ""}>
              {option.label}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </Select>
  );
}

function DateControl({ field, value, onChange, problem, path }: ControlProps): ReactNode {
  const choose = (date: CalendarDate | null): void => onChange(date?.toString());
  return (
    <DatePicker
      className={`${form["form"]} ${styles["field"]}`}
      value={readDate(value)}
      onChange={choose}
      isInvalid={problem !== undefined}
      data-path={path}
    >
      <FieldLabel field={field} />
      <DateBox>
        <AriaButton
          slot={null}
          className={styles["today"] ?? ""}
          onPress={() => choose(today(getLocalTimeZone()))}
        >
          <FormattedMessage id="field.today" />
        </AriaButton>
      </DateBox>
      <Help field={field} problem={problem} />
    </DatePicker>
  );
}

function readDate(value: unknown): CalendarDate | null {
  if (typeof value !== "string") return null;
  try {
    return parseDate(value);
  } catch {
    return null;
  }
}

/** Maximum characters (specification, "Limits"). */
const LIMIT = 200_000;

const RichTextEditor = lazy(async () => {
  const { RichTextEditor: Editor } = await import("../../rich-text/rich-text-editor.tsx");
  return { default: Editor };
});

/** The Markdown editor, loaded on demand. */
function RichTextControl({ field, value, onChange, problem, path }: ControlProps): ReactNode {
  return (
    <FieldFrame field={field} problem={problem}>
      <Suspense fallback={<Waiting />}>
        <RichTextEditor
          label={field.label}
          path={path}
          value={typeof value === "string" ? value : ""}
          onChange={(next) => onChange(next === "" ? undefined : next)}
          limit={LIMIT}
          isInvalid={problem !== undefined}
          mediaChoice={ImageChoice}
          entryChoice={EntryChoice}
        />
      </Suspense>
    </FieldFrame>
  );
}

function ImageChoice({ onChoose }: { readonly onChoose: (id: string) => void }): ReactNode {
  const { formatMessage } = useIntl();
  return (
    <MediaChoice label={formatMessage({ id: "field.library" })} imagesOnly onChoose={onChoose} />
  );
}
