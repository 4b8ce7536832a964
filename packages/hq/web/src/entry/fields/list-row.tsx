import { GripVertical } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useRef } from "react";
import { useDrag, useDrop } from "react-aria-components";
import { useIntl } from "react-intl";
import styles from "./fields.module.css";

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
export function ListRow(props: ListRowProps): ReactNode {
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
