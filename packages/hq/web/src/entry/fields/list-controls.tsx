import { ArrowDown, ArrowUp, Copy, Plus, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { Button as AriaButton, Disclosure, DisclosurePanel, Heading } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import type { Field } from "../../api/schema.ts";
import { Button } from "../../ui/button.tsx";
import type { ControlProps } from "./control.ts";
import { FieldFrame } from "./field-frame.tsx";
import styles from "./fields.module.css";

/** Rows of a repeat, and values of a field that takes several (specification, "Limits"). */
const MAX_ROWS = 200;

interface ListProps extends ControlProps {
  /** Draws the value at a place. */
  readonly renderItem: (value: unknown, place: number) => ReactNode;
  /** A new one. */
  readonly makeItem: () => unknown;
  /** A second one of the same. */
  readonly copyItem: (value: unknown) => unknown;
  readonly nameOf: (value: unknown, place: number) => string;
  readonly addLabel: ReactNode;
}

/** Values one below the other: added, doubled, moved and removed by buttons that the keyboard reaches. */
export function ListControl(props: ListProps): ReactNode {
  const { field, value, onChange, problem, path, renderItem, makeItem, addLabel } = props;
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  const put = (next: readonly unknown[]): void => onChange(next.length === 0 ? undefined : next);
  return (
    <FieldFrame field={field} problem={problem}>
      {items.length > 0 && (
        <ol className={styles["list"]}>
          {items.map((item, place) => (
            <li key={keyOf(item, place)} className={styles["item"]}>
              <div className={styles["grow"]}>{renderItem(item, place)}</div>
              <ItemButtons {...props} items={items} place={place} onPut={put} />
            </li>
          ))}
        </ol>
      )}
      <div>
        <Button
          look="quiet"
          isDisabled={items.length >= MAX_ROWS}
          onPress={() => put([...items, makeItem()])}
          data-path={path}
        >
          <Plus size={15} aria-hidden="true" />
          {addLabel}
        </Button>
        {items.length >= MAX_ROWS && (
          <span className={styles["help"]}>
            <FormattedMessage id="field.full" values={{ most: MAX_ROWS }} />
          </span>
        )}
      </div>
    </FieldFrame>
  );
}

interface ItemButtonsProps extends ListProps {
  readonly items: readonly unknown[];
  readonly place: number;
  readonly onPut: (items: readonly unknown[]) => void;
}

function ItemButtons({ items, place, onPut, copyItem, nameOf }: ItemButtonsProps): ReactNode {
  const { formatMessage } = useIntl();
  const item = items[place];
  const name = nameOf(item, place);
  const without = items.toSpliced(place, 1);
  const acts = [
    {
      id: "field.moveUp",
      icon: ArrowUp,
      off: place === 0,
      to: () => without.toSpliced(place - 1, 0, item),
    },
    {
      id: "field.moveDown",
      icon: ArrowDown,
      off: place === items.length - 1,
      to: () => without.toSpliced(place + 1, 0, item),
    },
    {
      id: "field.double",
      icon: Copy,
      off: items.length >= MAX_ROWS,
      to: () => items.toSpliced(place + 1, 0, copyItem(item)),
    },
    { id: "field.removeItem", icon: Trash2, off: false, to: () => without },
  ] as const;
  return (
    <span className={styles["itemButtons"]}>
      {acts.map(({ id, icon: Icon, off, to }) => (
        <AriaButton
          key={id}
          className={styles["iconButton"] ?? ""}
          aria-label={formatMessage({ id }, { name })}
          isDisabled={off}
          onPress={() => onPut(to())}
        >
          <Icon size={14} aria-hidden="true" />
        </AriaButton>
      ))}
    </span>
  );
}

interface RepeatProps extends ControlProps {
  readonly renderField: (field: Field, row: Row, place: number) => ReactNode;
}

type Row = Readonly<Record<string, unknown>>;

/** Rows of fields; each is folded to a line that says what it holds. */
export function RepeatControl(props: RepeatProps): ReactNode {
  const { field, renderField } = props;
  const { formatMessage } = useIntl();
  const nameOf = (value: unknown, place: number): string =>
    summarise(asRow(value)) ?? formatMessage({ id: "field.row" }, { number: place + 1 });
  return (
    <ListControl
      {...props}
      makeItem={() => ({})}
      copyItem={(row) => ({ ...asRow(row), id: undefined })}
      nameOf={nameOf}
      addLabel={<FormattedMessage id="field.addRow" />}
      renderItem={(value, place) => (
        <Disclosure
          className={styles["row"] ?? ""}
          defaultExpanded={asRow(value)["id"] === undefined}
        >
          <Heading level={3} className={styles["rowHead"] ?? ""}>
            <AriaButton slot="trigger" className={styles["rowName"] ?? ""}>
              {nameOf(value, place)}
            </AriaButton>
          </Heading>
          <DisclosurePanel className={styles["rowBody"] ?? ""}>
            {field.fields?.map((inner) => renderField(inner, asRow(value), place))}
          </DisclosurePanel>
        </Disclosure>
      )}
    />
  );
}

function asRow(value: unknown): Row {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

/** The first text of a row. */
function summarise(row: Row): string | undefined {
  const texts = Object.entries(row).filter(([name]) => name !== "id");
  const found = texts.find(([, value]) => typeof value === "string" && value !== "")?.[1];
  return typeof found === "string" ? found : undefined;
}

/** A row keeps its id when it moves; other values have their place alone. */
function keyOf(item: unknown, place: number): string {
  const { id } = asRow(item);
  return typeof id === "string" ? id : `place-${place}`;
}
