import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { DateControl, SelectControl } from "./choice-controls.tsx";
import type { ControlProps } from "./control.ts";
import { ListControl, RepeatControl } from "./list-controls.tsx";
import { MediaControl } from "./media-control.tsx";
import { ReferenceControl } from "./reference-control.tsx";
import { BooleanControl, EmbedControl, NumberControl, TextControl } from "./text-controls.tsx";

/** The control of each field type that holds one value. */
const CONTROLS: Readonly<Record<string, (props: ControlProps) => ReactNode>> = {
  text: TextControl,
  textarea: TextControl,
  richtext: TextControl,
  number: NumberControl,
  boolean: BooleanControl,
  date: DateControl,
  select: SelectControl,
  media: MediaControl,
  reference: ReferenceControl,
  embed: EmbedControl,
};

/** The control of a field, whatever its type, alone or of several values. */
export function FieldControl(props: ControlProps): ReactNode {
  const { field, value, onChange, path, problems } = props;
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
  const single = { ...field, multiple: false, required: false };
  return (
    <ListControl
      {...props}
      makeItem={() => (field.type === "boolean" ? false : "")}
      copyItem={(item) => item}
      nameOf={(_item, place) => `${field.label} ${place + 1}`}
      addLabel={<FormattedMessage id="field.add" />}
      renderItem={(item, place) => {
        const itemPath = `${path}.${place}`;
        const { help: _shownOnce, ...itemField } = single;
        return (
          <Control
            field={{ ...itemField, label: `${field.label} ${place + 1}` }}
            value={item === "" ? undefined : item}
            onChange={(next) => onChange(putIn(value, place, next ?? ""))}
            path={itemPath}
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
