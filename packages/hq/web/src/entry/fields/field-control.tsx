import { type ReactNode, useState } from "react";
import { FormattedMessage } from "react-intl";
import { useSite } from "../../api/sites.ts";
import { areChips, OptionsControl, TextChipsControl } from "./chips-control.tsx";
import { DateControl, SelectControl } from "./choice-controls.tsx";
import { AddEntries, AddFiles } from "./choose/add-several.tsx";
import type { ControlProps } from "./control.ts";
import { ListControl } from "./list-controls.tsx";
import { MediaControl } from "./media-control.tsx";
import { ReadOnlyField } from "./read-only-field.tsx";
import { ReferenceControl } from "./reference-control.tsx";
import { RepeatControl } from "./repeat-control.tsx";
import { RichTextControl } from "./rich-text-control.tsx";
import { BooleanControl, EmbedControl, NumberControl, TextControl } from "./text-controls.tsx";

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
