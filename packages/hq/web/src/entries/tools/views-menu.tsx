import { Bookmark, BookmarkMinus, BookmarkPlus, Check } from "lucide-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import { useLocation } from "react-router";
import { useSiteId } from "../../api/sites.ts";
import { Button } from "../../ui/button.tsx";
import { useViews } from "./views.ts";
import menu from "../../ui/menu.module.css";
import styles from "../entries.module.css";

const NameView = lazy(async () => ({ default: (await import("./name-view.tsx")).NameView }));

/** Opens saved views (filters and order), and saves the current one. */
export function ViewsMenu(): ReactNode {
  const { formatMessage } = useIntl();
  const site = useSiteId();
  const { pathname, search } = useLocation();
  const { views, add, remove } = useViews(site);
  const [isNaming, setIsNaming] = useState(false);
  const root = `/sites/${site}/`;
  const address = `${pathname.slice(root.length)}${search}`;
  const current = views.find((view) => view.address === address);
  const label = formatMessage({ id: "views.title" });
  const item = menu["item"] ?? "";
  return (
    <>
      <MenuTrigger>
        <Button look="quiet" iconOnly aria-label={label}>
          <Bookmark size={16} aria-hidden="true" />
        </Button>
        <Popover className={menu["popup"] ?? ""} placement="bottom end">
          <Menu className={menu["menu"] ?? ""} aria-label={label}>
            {views.map((view) => (
              <MenuItem
                key={view.name}
                id={`view ${view.name}`}
                textValue={view.name}
                className={item}
                href={`${root}${view.address}`}
              >
                <span className={styles["tick"]}>
                  {view === current && <Check size={14} aria-hidden="true" />}
                </span>
                {view.name}
              </MenuItem>
            ))}
            {current === undefined ? (
              <MenuItem key="save" id="save" className={item} onAction={() => setIsNaming(true)}>
                <BookmarkPlus size={14} aria-hidden="true" />
                <FormattedMessage id="views.save" />
              </MenuItem>
            ) : (
              <MenuItem
                key="remove"
                id="remove"
                className={item}
                onAction={() => remove(current.name)}
              >
                <BookmarkMinus size={14} aria-hidden="true" />
                <FormattedMessage id="views.remove" values={{ name: current.name }} />
              </MenuItem>
            )}
          </Menu>
        </Popover>
      </MenuTrigger>
      <Suspense>
        {isNaming && (
          <NameView
            onSave={(name) => {
              add({ name, address });
              setIsNaming(false);
            }}
            onClose={() => setIsNaming(false)}
          />
        )}
      </Suspense>
    </>
  );
}
