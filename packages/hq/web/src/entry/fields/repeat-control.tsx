import { ClipboardPaste, EllipsisVertical } from "lucide-react";
import { type ReactNode, useState } from "react";
import {
  Button as AriaButton,
  Disclosure,
  DisclosurePanel,
  Heading,
  Menu,
  MenuItem,
  MenuTrigger,
  Popover,
} from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import type { Field } from "../../api/content/schema.ts";
import { Button } from "../../ui/button.tsx";
import type { ControlProps } from "./control.ts";
import { copyRow, useCopiedRow } from "./copied-value.ts";
import { FieldLine } from "./field-line.tsx";
import { rowsOf } from "./field-rows.ts";
import { ListControl, MAX_ROWS } from "./list-controls.tsx";
import icon from "../../ui/icon-button.module.css";
import menu from "../../ui/menu.module.css";
import text from "../../ui/text.module.css";
import styles from "./fields.module.css";

interface RepeatProps extends ControlProps {
  readonly renderField: (field: Field, row: Row, place: number) => ReactNode;
}

type Row = Readonly<Record<string, unknown>>;

/** Rows of fields. Each can be collapsed to a summary line. */
export function RepeatControl(props: RepeatProps): ReactNode {
  const { field, value, renderField } = props;
  const { formatMessage } = useIntl();
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const copied = useCopiedRow(field);
  const rows: readonly unknown[] = Array.isArray(value) ? value : [];
  const ids = rows.map((row, place) => idOf(row, place));
  const rowLabel = (row: unknown, place: number): string =>
    summarize(asRow(row)) ?? formatMessage({ id: "field.row" }, { number: place + 1 });
  const begin = (row: Row = {}): Row => {
    const id = newRowId();
    setOpened((before) => new Set([...before, id]));
    return { ...row, id };
  };
  const isOneOpen = ids.some((id) => opened.has(id));
  return (
    <ListControl
      {...props}
      makeItem={() => begin()}
      copyItem={(row) => begin(asRow(row))}
      itemLabel={rowLabel}
      addLabel={<FormattedMessage id="field.addRow" />}
      head={
        rows.length > 0 && (
          <RowsHead
            count={rows.length}
            isOneOpen={isOneOpen}
            onFold={() => setOpened(new Set(isOneOpen ? [] : ids))}
          />
        )
      }
      renderEnd={(put) =>
        copied !== undefined && (
          <Button look="quiet" onPress={() => put((items) => [...items, begin(copied)])}>
            <ClipboardPaste size={15} aria-hidden="true" />
            <FormattedMessage id="field.pasteRow" />
          </Button>
        )
      }
      renderMore={(place, put) => (
        <RowMenu
          name={rowLabel(rows[place], place)}
          canPaste={copied !== undefined}
          isFull={rows.length >= MAX_ROWS}
          onCopy={() => copyRow(field, asRow(rows[place]))}
          onInsert={(at, pasted) =>
            put((items) => items.toSpliced(place + at, 0, begin(pasted ? copied : {})))
          }
        />
      )}
      renderItem={(row, place) => {
        const id = idOf(row, place);
        return (
          <Disclosure
            className={styles["row"] ?? ""}
            isExpanded={opened.has(id)}
            onExpandedChange={(isOpen) =>
              setOpened((before) => new Set([...before, id].filter((one) => isOpen || one !== id)))
            }
          >
            <Heading level={3} className={styles["rowHead"] ?? ""}>
              <AriaButton slot="trigger" className={styles["rowName"] ?? ""}>
                {rowLabel(row, place)}
              </AriaButton>
            </Heading>
            <DisclosurePanel className={styles["rowBody"] ?? ""}>
              <RowFields
                field={field}
                renderField={(inner) => renderField(inner, asRow(row), place)}
              />
            </DisclosurePanel>
          </Disclosure>
        );
      }}
    />
  );
}

interface RowsHeadProps {
  readonly count: number;
  readonly isOneOpen: boolean;
  /** Collapses or expands all rows. */
  readonly onFold: () => void;
}

function RowsHead({ count, isOneOpen, onFold }: RowsHeadProps): ReactNode {
  return (
    <div className={styles["rowsHead"]}>
      <span className={`${text["faint"]} ${styles["help"]}`}>
        <FormattedMessage id="field.countOf" values={{ count, most: MAX_ROWS }} />
      </span>
      <Button look="quiet" onPress={onFold}>
        <FormattedMessage id={isOneOpen ? "field.collapseAll" : "field.expandAll"} />
      </Button>
    </div>
  );
}

interface RowFieldsProps {
  readonly field: Field;
  readonly renderField: (inner: Field) => ReactNode;
}

function RowFields({ field, renderField }: RowFieldsProps): ReactNode {
  return rowsOf(field.fields ?? [], { isInRow: true }).map((line) => (
    <FieldLine key={line.fields[0]?.apiId} row={line} renderField={renderField} />
  ));
}

interface RowMenuProps {
  readonly name: string;
  readonly canPaste: boolean;
  readonly isFull: boolean;
  readonly onCopy: () => void;
  /** Inserts above (0) or below (1) the row: the copied row, or an empty one. */
  readonly onInsert: (at: 0 | 1, pasted: boolean) => void;
}

function RowMenu({ name, canPaste, isFull, onCopy, onInsert }: RowMenuProps): ReactNode {
  const { formatMessage } = useIntl();
  const acts = [
    { id: "field.addAbove", act: () => onInsert(0, false), off: isFull },
    { id: "field.addBelow", act: () => onInsert(1, false), off: isFull },
    { id: "field.copyRow", act: onCopy, off: false },
    { id: "field.pasteBelow", act: () => onInsert(1, true), off: isFull || !canPaste },
  ] as const;
  return (
    <MenuTrigger>
      <AriaButton
        className={icon["iconButton"] ?? ""}
        aria-label={formatMessage({ id: "field.moreOf" }, { name })}
      >
        <EllipsisVertical size={14} aria-hidden="true" />
      </AriaButton>
      <Popover className={menu["popup"] ?? ""} placement="bottom end">
        <Menu
          className={menu["menu"] ?? ""}
          disabledKeys={acts.filter(({ off }) => off).map(({ id }) => id)}
        >
          {acts.map(({ id, act }) => (
            <MenuItem key={id} id={id} className={menu["item"] ?? ""} onAction={act}>
              <FormattedMessage id={id} />
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

function asRow(value: unknown): Row {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function idOf(row: unknown, place: number): string {
  const { id } = asRow(row);
  return typeof id === "string" ? id : `place-${place}`;
}

/** Returns the first text of a row. */
function summarize(row: Row): string | undefined {
  const texts = Object.entries(row).filter(([name]) => name !== "id");
  const found = texts.find(([, value]) => typeof value === "string" && value !== "")?.[1];
  return typeof found === "string" ? found : undefined;
}

const ID_CHARACTERS = "abcdefghijklmnopqrstuvwxyz234567";
const ID_LENGTH = 6;

/** Generates an id for a new row, so it keeps its identity when moved and saved. */
function newRowId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(ID_LENGTH));
  return `r${[...bytes].map((byte) => ID_CHARACTERS[byte % ID_CHARACTERS.length]).join("")}`;
}
