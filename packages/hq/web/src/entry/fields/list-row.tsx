import { GripVertical } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useRef } from "react";
import { useDrag, useDrop } from "react-aria-components";
import { useIntl } from "react-intl";
import styles from "./fields.module.css";

/** The row that is dragged, for all rows of its list. */
interface Dragging {
  /** Of this list alone: a row is not dropped into another one. */
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

/** A row with a grip: it takes the place of the row that it is dropped on. Enter on the grip does the same by keys. */
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
