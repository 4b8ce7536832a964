import { ArrowDown, ArrowUp, Copy, GripVertical, Plus, Trash2 } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { Button as AriaButton, useDrag, useDrop } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import { randomName } from "../../api/random-name.ts";
import { Button } from "../../ui/button.tsx";
import type { ControlProps } from "./control.ts";
import { FieldFrame } from "./field-frame.tsx";
import icon from "../../ui/icon-button.module.css";
import text from "../../ui/text.module.css";
import styles from "./fields.module.css";

/** Maximum rows of a repeat, and values of a field (specification, "Limits"). */
export const MAX_ROWS = 200;

interface ListProps extends ControlProps {
  /** Renders the value at an index. */
  readonly renderItem: (value: unknown, place: number) => ReactNode;
  /** Creates a new value. */
  readonly makeItem: () => unknown;
  /** Duplicates a value; absent if that makes no sense. */
  readonly copyItem?: (value: unknown) => unknown;
  readonly itemLabel: (value: unknown, place: number) => string;
  readonly addLabel: ReactNode;
  /** Renders further actions for the value at an index. */
  readonly renderMore?: (place: number, put: PutItems) => ReactNode;
  /** Shown above the values. */
  readonly head?: ReactNode;
  /** Replaces the Add button if the user chooses what to add. */
  readonly renderAdd?: (room: number, put: PutItems) => ReactNode;
  /** Shown next to the Add button. */
  readonly renderEnd?: (put: PutItems) => ReactNode;
}

/** Updates the values. */
type PutItems = (change: (items: readonly unknown[]) => readonly unknown[]) => void;

/** A list of values that can be added, duplicated, moved, and removed with buttons accessible by keyboard. */
export function ListControl(props: ListProps): ReactNode {
  const { field, value, onChange, problem, path, renderItem, makeItem, addLabel } = props;
  const { copyItem, itemLabel, renderMore, head, renderAdd, renderEnd } = props;
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  const put = (next: readonly unknown[]): void => onChange(next.length === 0 ? undefined : next);
  const change: PutItems = (make) => put(make(items).slice(0, MAX_ROWS));
  const list = useRef<HTMLOListElement>(null);
  const [type] = useState(() => `application/x-loam-row-${randomName()}`);
  const [from, setFrom] = useState<number>();
  const moveByKey = (event: KeyboardEvent, place: number): void => {
    const to = moveOf(event, place);
    if (to === undefined || to < 0 || to >= items.length + (event.shiftKey ? 1 : 0)) return;
    if (event.shiftKey && (items.length >= MAX_ROWS || copyItem === undefined)) return;
    event.preventDefault();
    const item = items[place];
    if (event.shiftKey) put(items.toSpliced(to, 0, copyItem?.(item)));
    else put(moved(items, place, to));
    // Move the focus to the moved value after it has rendered.
    requestAnimationFrame(() => focusIn(list.current?.children[to]));
  };
  return (
    <FieldFrame field={field} problem={problem}>
      {head}
      {items.length > 0 && (
        <ol className={styles["list"]} ref={list}>
          {items.map((item, place) => (
            <ListRow
              key={itemKey(item, place)}
              name={itemLabel(item, place)}
              place={place}
              isOnly={items.length === 1}
              dragging={{
                type,
                from,
                onStart: setFrom,
                onEnd: () => setFrom(undefined),
                onDrop: (to) => from !== undefined && put(moved(items, from, to)),
              }}
              onKeyDown={(event) => moveByKey(event, place)}
            >
              <div className={styles["grow"]}>{renderItem(item, place)}</div>
              <ItemButtons {...props} items={items} place={place} onPut={put}>
                {renderMore?.(place, change)}
              </ItemButtons>
            </ListRow>
          ))}
        </ol>
      )}
      <div>
        {renderAdd === undefined ? (
          <Button
            look="quiet"
            isDisabled={items.length >= MAX_ROWS}
            onPress={() => put([...items, makeItem()])}
            data-path={path}
          >
            <Plus size={15} aria-hidden="true" />
            {addLabel}
          </Button>
        ) : (
          renderAdd(Math.max(0, MAX_ROWS - items.length), change)
        )}
        {items.length < MAX_ROWS && renderEnd?.(change)}
        {items.length >= MAX_ROWS && (
          <span className={`${text["faint"]} ${styles["help"]}`}>
            <FormattedMessage id="field.full" values={{ most: MAX_ROWS }} />
          </span>
        )}
      </div>
    </FieldFrame>
  );
}

function moved(items: readonly unknown[], from: number, to: number): readonly unknown[] {
  return items.toSpliced(from, 1).toSpliced(to, 0, items[from]);
}

/** Alt+↑ and Alt+↓ move the focused value. With Shift they duplicate it. */
function moveOf({ key, altKey, shiftKey }: KeyboardEvent, place: number): number | undefined {
  if (!altKey || (key !== "ArrowUp" && key !== "ArrowDown")) return undefined;
  if (shiftKey) return key === "ArrowDown" ? place + 1 : undefined;
  return key === "ArrowUp" ? place - 1 : place + 1;
}

function focusIn(item: Element | undefined): void {
  const control = item?.querySelector("button, input, textarea");
  if (control instanceof HTMLElement) control.focus();
}

interface ItemButtonsProps extends ListProps {
  readonly children: ReactNode;
  readonly items: readonly unknown[];
  readonly place: number;
  readonly onPut: (items: readonly unknown[]) => void;
}

function ItemButtons(props: ItemButtonsProps): ReactNode {
  const { items, place, onPut, copyItem, itemLabel, children } = props;
  const { formatMessage } = useIntl();
  const item = items[place];
  const name = itemLabel(item, place);
  const without = items.toSpliced(place, 1);
  const double = {
    id: "field.double",
    icon: Copy,
    off: items.length >= MAX_ROWS,
    to: () => items.toSpliced(place + 1, 0, copyItem?.(item)),
  } as const;
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
    ...(copyItem === undefined ? [] : [double]),
    { id: "field.removeItem", icon: Trash2, off: false, to: () => without },
  ] as const;
  return (
    <span className={styles["itemButtons"]}>
      {acts.map(({ id, icon: Icon, off, to }) => (
        <AriaButton
          key={id}
          className={icon["iconButton"] ?? ""}
          aria-label={formatMessage({ id }, { name })}
          isDisabled={off}
          onPress={() => onPut(to())}
        >
          <Icon size={14} aria-hidden="true" />
        </AriaButton>
      ))}
      {children}
    </span>
  );
}

/** Returns the row's id, which is stable across moves. Other values only have their index. */
function itemKey(item: unknown, place: number): string {
  const hasId = typeof item === "object" && item !== null && "id" in item;
  return hasId && typeof item.id === "string" ? item.id : `place-${place}`;
}

/** The dragged row, shared by all rows of the list. */
interface Dragging {
  /** Unique per list, so a row can't be dropped into another list. */
  readonly type: string;
  readonly from: number | undefined;
  readonly onStart: (place: number) => void;
  readonly onEnd: () => void;
  readonly onDrop: (to: number) => void;
}

interface ListRowProps {
  readonly name: string;
  readonly place: number;
  readonly isOnly: boolean;
  readonly dragging: Dragging;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly children: ReactNode;
}

/** A draggable row. Dropping it on another row moves it there. Enter on the handle does the same by keyboard. */
function ListRow(props: ListRowProps): ReactNode {
  const { name, place, isOnly, dragging, onKeyDown, children } = props;
  const { formatMessage } = useIntl();
  const row = useRef<HTMLLIElement>(null);
  const { type, from } = dragging;
  const { dragProps, isDragging } = useDrag({
    getItems: () => [{ [type]: name }],
    getAllowedDropOperations: () => ["move"],
    onDragStart: () => dragging.onStart(place),
    onDragEnd: dragging.onEnd,
  });
  const { dropProps, isDropTarget } = useDrop({
    ref: row,
    getDropOperation: (types) => (types.has(type) ? "move" : "cancel"),
    onDrop: () => dragging.onDrop(place),
  });
  const isUnder = isDropTarget && from !== undefined && from !== place;
  return (
    <li
      {...dropProps}
      ref={row}
      className={styles["item"]}
      data-dragged={isDragging || undefined}
      data-drop={isUnder ? (from < place ? "after" : "before") : undefined}
      {...(from !== undefined && { "aria-label": name })}
      onKeyDown={onKeyDown}
    >
      {!isOnly && (
        <div
          {...dragProps}
          role="button"
          tabIndex={0}
          className={styles["grip"]}
          aria-label={formatMessage({ id: "field.drag" }, { name })}
        >
          <GripVertical size={16} aria-hidden="true" />
        </div>
      )}
      {children}
    </li>
  );
}
