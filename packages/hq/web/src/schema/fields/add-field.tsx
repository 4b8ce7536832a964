import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import { Button as AriaButton, Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { FormattedMessage } from "react-intl";
import { Button } from "../../ui/button.tsx";
import { type DraftField, newField } from "../draft/schema-draft.ts";
import { FIELD_KINDS, type FieldKind } from "./field-kinds.ts";
import card from "../../ui/card.module.css";
import list from "../../ui/list.module.css";
import menu from "../../ui/menu.module.css";
import styles from "./fields.module.css";

interface AddFieldProps {
  readonly onAdd: (field: DraftField) => void;
  /** Whether the field types are shown inline. @default false */
  readonly isOpen?: boolean;
  /** Whether the field is in a repeat's row, which can't contain a repeat. @default false */
  readonly isInRow?: boolean;
}

/** Adds a field by choosing its type. */
export function AddField({ onAdd, isOpen = false, isInRow = false }: AddFieldProps): ReactNode {
  const kinds = FIELD_KINDS.filter(({ type }) => !isInRow || type !== "repeat");
  const add = ({ type, accept }: FieldKind): void => {
    // File fields accept any file; only image fields can require alt text.
    onAdd(newField(type, accept === undefined ? {} : { accept }));
  };
  if (isOpen) return <Kinds kinds={kinds} onChoose={add} />;
  return (
    <MenuTrigger>
      <Button>
        <Plus size={14} aria-hidden="true" />
        <FormattedMessage id="schema.addField" />
      </Button>
      <Popover className={`${menu["popup"]} ${styles["kinds"]}`} placement="bottom end">
        <Menu className={menu["menu"] ?? ""}>
          {kinds.map((kind) => (
            <MenuItem
              key={kind.id}
              className={`${menu["item"]} ${list["small"]} ${styles["choice"]}`}
              onAction={() => add(kind)}
            >
              <kind.icon size={16} aria-hidden="true" />
              <b>
                <FormattedMessage id={kind.label} />
              </b>
              <small>
                <FormattedMessage id={kind.about} />
              </small>
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

interface KindsProps {
  readonly kinds: readonly FieldKind[];
  readonly onChoose: (kind: FieldKind) => void;
}

function Kinds({ kinds, onChoose }: KindsProps): ReactNode {
  return (
    <div className={styles["tiles"]}>
      {kinds.map((kind) => (
        <AriaButton key={kind.id} className={card["card"] ?? ""} onPress={() => onChoose(kind)}>
          <kind.icon size={18} aria-hidden="true" />
          <b>
            <FormattedMessage id={kind.label} />
          </b>
          <small>
            <FormattedMessage id={kind.about} />
          </small>
        </AriaButton>
      ))}
    </div>
  );
}
