import { Check, Columns3 } from "lucide-react";
import type { ReactNode } from "react";
import { Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { useIntl } from "react-intl";
import type { Field } from "../../api/content/schema.ts";
import { Button } from "../../ui/button.tsx";
import { type Columns, columnsOf } from "../columns.ts";
import { useColumnName } from "../rows/entry-cells.tsx";
import menu from "../../ui/menu.module.css";
import styles from "../entries.module.css";

interface ColumnsMenuProps {
  readonly columns: Columns;
  readonly type: string | undefined;
  readonly fields: readonly Field[];
}

/** Selects the columns of a list besides the title. */
export function ColumnsMenu({ columns, type, fields }: ColumnsMenuProps): ReactNode {
  const { formatMessage } = useIntl();
  const columnName = useColumnName(fields);
  const all = columnsOf(type, fields);
  const label = formatMessage({ id: "entries.columns" });
  return (
    <MenuTrigger>
      <Button look="quiet" iconOnly aria-label={label}>
        <Columns3 size={16} aria-hidden="true" />
      </Button>
      <Popover className={menu["popup"] ?? ""} placement="bottom end">
        <Menu
          className={menu["menu"] ?? ""}
          aria-label={label}
          selectionMode="multiple"
          selectedKeys={columns.visible}
          onSelectionChange={(keys) => {
            columns.show(keys === "all" ? all : all.filter((column) => keys.has(column)));
          }}
        >
          {all.map((column) => (
            <MenuItem key={column} id={column} className={menu["item"] ?? ""}>
              {({ isSelected }) => (
                <>
                  <span className={styles["tick"]}>
                    {isSelected && <Check size={14} aria-hidden="true" />}
                  </span>
                  {columnName(column)}
                </>
              )}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
