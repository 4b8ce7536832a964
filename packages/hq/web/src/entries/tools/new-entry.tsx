import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import { Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { FormattedMessage } from "react-intl";
import { useNavigate } from "react-router";
import { usePublishFirst } from "../../api/content/working-schema.ts";
import type { ContentType, Site } from "../../api/sites.ts";
import { Button } from "../../ui/button.tsx";
import menu from "../../ui/menu.module.css";

interface NewEntryProps {
  readonly site: Site;
  /** The types that the list is of. */
  readonly types: readonly ContentType[];
}

/**
 * Begins an entry; where there are several types, of the one that is chosen. A type that was just created gets the first
 * version of its schema with it.
 */
export function NewEntry({ site, types }: NewEntryProps): ReactNode {
  const navigate = useNavigate();
  const mayPublish = site.role === "edit" || site.role === "admin";
  const publishFirst = usePublishFirst(site.id);
  // An object type has one entry alone. An entry is written by a published schema: the first one comes with it.
  const open = types.filter(({ kind, version, entries }) => {
    return (version > 0 || mayPublish) && (kind === "list" || entries.all === 0);
  });
  if (site.role === "view" || open.length === 0) return null;
  const begin = (apiId: string): void => {
    const form = `/sites/${site.id}/entries/${apiId}/new`;
    const isWritable = types.some((type) => type.apiId === apiId && type.version > 0);
    if (isWritable) void navigate(form);
    else {
      publishFirst.mutate(apiId, {
        onSuccess: () => void navigate(form),
        // What is wrong with it is said there.
        onError: () => void navigate(`/sites/${site.id}/schema/${apiId}`),
      });
    }
  };
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
