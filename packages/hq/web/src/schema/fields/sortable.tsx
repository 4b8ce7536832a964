import { GripVertical } from "lucide-react";
import type { KeyboardEvent, ReactNode } from "react";
import {
  Button as AriaButton,
  GridList,
  GridListItem,
  useDragAndDrop,
} from "react-aria-components";
import { useIntl } from "react-intl";
import list from "../../ui/list.module.css";
import styles from "./fields.module.css";

interface Item {
  readonly key: string;
}

interface SortableProps<T extends Item> {
  /** Accessible name of the list. */
  readonly label: string;
  readonly items: readonly T[];
  readonly nameOf: (item: T) => string;
  /** Moves an item before another one, or to the end. */
  readonly onMove: (key: string, before: string | undefined) => void;
  /** Duplicates an item below it; absent if that makes no sense. */
  readonly onDouble?: (key: string) => void;
  /** The item whose settings are open. */
  readonly selected?: string | undefined;
  /** Absent if items are edited in place. */
  readonly onSelect?: (key: string) => void;
  readonly children: (item: T) => ReactNode;
}

/**
 * A sortable list. Items can be dragged, by Enter on the handle and the arrow keys, moved by Alt and an arrow key, and
 * duplicated with Shift in addition.
 */
export function Sortable<T extends Item>(props: SortableProps<T>): ReactNode {
  const { label, items, nameOf, onMove, onDouble, selected, onSelect, children } = props;
  const { formatMessage } = useIntl();
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ "text/plain": String(key) })),
    onReorder: ({ keys, target }) => {
      const [key] = keys;
      const place = items.findIndex((item) => item.key === target.key);
      if (key === undefined || place === -1) return;
      const before = items[target.dropPosition === "before" ? place : place + 1];
      onMove(String(key), before?.key);
    },
  });
  const moveByKey = (event: KeyboardEvent): void => {
    const place = items.findIndex((item) => item.key === keyIn(event.target));
    const item = items[place];
    const act = actOf(event);
    if (item === undefined || act === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const isFirst = place === 0;
    const isLast = place === items.length - 1;
    if (act === "double") onDouble?.(item.key);
    if (act === "up" && !isFirst) onMove(item.key, items[place - 1]?.key);
    if (act === "down" && !isLast) onMove(item.key, items[place + 2]?.key);
  };
  return (
    <div onKeyDownCapture={moveByKey}>
      <GridList
        className={list["sortable"] ?? ""}
        aria-label={label}
        items={items}
        dependencies={[children]}
        dragAndDropHooks={dragAndDropHooks}
        // Letters and arrow keys belong to the inputs in the rows.
        keyboardNavigationBehavior={onSelect === undefined ? "tab" : "arrow"}
        {...(onSelect !== undefined && {
          selectionMode: "single" as const,
          selectionBehavior: "replace" as const,
          selectedKeys: selected === undefined ? [] : [selected],
          onSelectionChange: (keys: "all" | Set<string | number>) => {
            const [key] = keys === "all" ? [] : keys;
            if (key !== undefined) onSelect(String(key));
          },
        })}
      >
        {(item) => (
          <GridListItem id={item.key} textValue={nameOf(item)} className={styles["row"] ?? ""}>
            <AriaButton
              slot="drag"
              className={list["grip"] ?? ""}
              aria-label={formatMessage({ id: "arrange.drag" }, { title: nameOf(item) })}
            >
              <GripVertical size={16} aria-hidden="true" />
            </AriaButton>
            {children(item)}
          </GridListItem>
        )}
      </GridList>
    </div>
  );
}

/** Alt and an arrow key moves an item. With Shift, the down arrow duplicates it. */
function actOf({ key, altKey, shiftKey }: KeyboardEvent): "up" | "down" | "double" | undefined {
  if (!altKey || (key !== "ArrowUp" && key !== "ArrowDown")) return undefined;
  const isUp = key === "ArrowUp";
  if (shiftKey) return isUp ? undefined : "double";
  return isUp ? "up" : "down";
}

/** Returns the key of the row that contains an element. */
function keyIn(target: EventTarget): string | null | undefined {
  if (!(target instanceof HTMLElement)) return undefined;
  return target.closest("[data-key]")?.getAttribute("data-key");
}
