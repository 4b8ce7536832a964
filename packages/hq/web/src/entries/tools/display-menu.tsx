import { Check, LayoutGrid, Rows3 } from "lucide-react";
import type { ReactNode } from "react";
import { Header, Menu, MenuItem, MenuSection, MenuTrigger, Popover } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import type { Field } from "../../api/content/schema.ts";
import { Button } from "../../ui/button.tsx";
import { groupColumns } from "../groups.ts";
import type { ListParams } from "../list-params.ts";
import { useColumnName } from "../rows/entry-cells.tsx";
import menu from "../../ui/menu.module.css";
import styles from "../entries.module.css";

interface DisplayMenuProps {
  readonly address: ListParams;
  readonly fields: readonly Field[];
}

/** Selects rows or cards, and the grouping. */
export function DisplayMenu({ address, fields }: DisplayMenuProps): ReactNode {
  const { formatMessage } = useIntl();
  const columnName = useColumnName(fields);
  const { list, look, changeLook } = address;
  const groups = groupColumns(list, fields);
  const label = formatMessage({ id: "look.title" });
  const Icon = look.isGrid ? LayoutGrid : Rows3;
  return (
    <MenuTrigger>
      <Button look="quiet" iconOnly aria-label={label}>
        <Icon size={16} aria-hidden="true" />
      </Button>
      <Popover className={menu["popup"] ?? ""} placement="bottom end">
        <Menu className={menu["menu"] ?? ""} aria-label={label}>
          <MenuSection
            selectionMode="single"
            disallowEmptySelection
            selectedKeys={[look.isGrid ? "grid" : "rows"]}
            onSelectionChange={(keys) => changeLook({ isGrid: keys !== "all" && keys.has("grid") })}
            aria-label={label}
          >
            <Option id="rows">
              <FormattedMessage id="look.rows" />
            </Option>
            <Option id="grid">
              <FormattedMessage id="look.cards" />
            </Option>
          </MenuSection>
          <MenuSection
            selectionMode="single"
            disallowEmptySelection
            selectedKeys={[look.group ?? NONE]}
            onSelectionChange={(keys) => {
              const group = groups.find((column) => keys !== "all" && keys.has(column));
              changeLook({ group, closed: [] });
            }}
          >
            <Header className={menu["heading"] ?? ""}>
              <FormattedMessage id="look.groupBy" />
            </Header>
            <Option id={NONE}>
              <FormattedMessage id="look.noGroups" />
            </Option>
            {groups.map((column) => (
              <Option key={column} id={column}>
                {columnName(column)}
              </Option>
            ))}
          </MenuSection>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

const NONE = "none";

function Option({
  id,
  children,
}: {
  readonly id: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <MenuItem id={id} className={menu["item"] ?? ""}>
      {({ isSelected }) => (
        <>
          <span className={styles["tick"]}>
            {isSelected && <Check size={14} aria-hidden="true" />}
          </span>
          {children}
        </>
      )}
    </MenuItem>
  );
}
