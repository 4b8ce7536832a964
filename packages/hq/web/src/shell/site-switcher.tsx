import { ChevronsUpDown } from "lucide-react";
import type { ReactNode } from "react";
import {
  Button as AriaButton,
  Header,
  Menu,
  MenuItem,
  MenuSection,
  MenuTrigger,
  Popover,
} from "react-aria-components";
import { FormattedMessage } from "react-intl";
import { useSite, useSiteId, useWorkspaces } from "../api/sites.ts";
import { Mark } from "../ui/mark.tsx";
import { HiddenText } from "../ui/notes/hidden-text.tsx";
import menu from "../ui/menu.module.css";
import styles from "./shell.module.css";

/** The site that is looked at, and the way to every other one. */
export function SiteSwitcher(): ReactNode {
  const id = useSiteId();
  const { data: site } = useSite();
  const { data: workspaces = [] } = useWorkspaces();
  const own = workspaces.find(({ sites }) => sites.some((one) => one.id === id));
  return (
    <MenuTrigger>
      <AriaButton className={styles["site"] ?? ""}>
        <Mark size={28} />
        <span className={styles["siteName"]}>
          <b>{site?.name}</b>
          <small>{own?.workspace.name}</small>
        </span>
        <HiddenText>
          <FormattedMessage id="nav.switch" />
        </HiddenText>
        <ChevronsUpDown size={14} aria-hidden="true" className={styles["chevron"]} />
      </AriaButton>
      <Popover className={menu["popup"] ?? ""} placement="bottom start">
        <Menu className={menu["menu"] ?? ""} selectionMode="single" selectedKeys={[id]}>
          {workspaces.map(({ workspace, sites }) => (
            <MenuSection key={workspace.id}>
              <Header className={menu["heading"] ?? ""}>{workspace.name}</Header>
              {sites.map(({ id: siteId, name }) => (
                <MenuItem
                  key={siteId}
                  id={siteId}
                  href={`/sites/${siteId}`}
                  className={menu["item"] ?? ""}
                >
                  {name}
                </MenuItem>
              ))}
            </MenuSection>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
