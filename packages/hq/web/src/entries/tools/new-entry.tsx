import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import { Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { FormattedMessage } from "react-intl";
import { useNavigate } from "react-router";
import { type ContentType, type Site, creatableTypes } from "../../api/sites.ts";
import { Button } from "../../ui/button.tsx";
import menu from "../../ui/menu.module.css";

interface NewEntryProps {
  readonly site: Site;
  /** The types of the list. */
  readonly types: readonly ContentType[];
}

/** Creates an entry. If the list has several types, asks for one. */
export function NewEntry({ site, types }: NewEntryProps): ReactNode {
  const navigate = useNavigate();
  const open = creatableTypes(site, types);
  if (open.length === 0) return null;
  const begin = (apiId: string): void => void navigate(`/sites/${site.id}/entries/${apiId}/new`);
  const [only, ...others] = open;
  const label = (
    <>
      <Plus size={15} aria-hidden="true" />
      <FormattedMessage id="entries.new" />
    </>
  );
  if (only !== undefined && others.length === 0) {
    return (
      <Button look="primary" onPress={() => begin(only.apiId)}>
        {label}
      </Button>
    );
  }
  return (
    <MenuTrigger>
      <Button look="primary">{label}</Button>
      <Popover className={menu["popup"] ?? ""} placement="bottom end">
        <Menu className={menu["menu"] ?? ""} onAction={(key) => begin(String(key))}>
          {open.map(({ apiId, label: name }) => (
            <MenuItem key={apiId} id={apiId} className={menu["item"] ?? ""}>
              {name}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
