import { ChevronsUpDown, Inbox, LayoutDashboard, Plus, Server } from "lucide-react";
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
import { FormattedMessage, useIntl } from "react-intl";
import { useLocation, useParams } from "react-router";
import { useSession } from "../../api/session.ts";
import { useTransferRequests } from "../../api/settings/transfer-requests.ts";
import { useWorkspaces, type WorkspaceSites } from "../../api/sites.ts";
import { Mark } from "../../ui/mark.tsx";
import { HiddenText } from "../../ui/notes/hidden-text.tsx";
import { INSTANCE } from "../pages.ts";
import menu from "../../ui/menu.module.css";
import styles from "./shell.module.css";

/** Shows the current site or workspace, and switches to others. */
export function PlaceSwitcher(): ReactNode {
  const { data: workspaces = [] } = useWorkspaces();
  const { data: offers = [] } = useTransferRequests();
  const { data: session } = useSession();
  const { own, here } = useHere(workspaces);
  return (
    <MenuTrigger>
      <AriaButton className={styles["site"] ?? ""}>
        <Here of={own} />
        {offers.length > 0 && <span className={styles["waits"]} aria-hidden="true" />}
        <HiddenText>
          <FormattedMessage id="nav.switch" />
        </HiddenText>
        <ChevronsUpDown size={14} aria-hidden="true" className={styles["chevron"]} />
      </AriaButton>
      <Popover className={menu["popup"] ?? ""} placement="bottom start">
        <Menu
          className={menu["menu"] ?? ""}
          selectionMode="single"
          selectedKeys={here === undefined ? [] : [here]}
        >
          {offers.length > 0 && <Offered count={offers.length} />}
          {workspaces.map((one) => (
            <PlacesOf key={one.workspace.id} {...one} />
          ))}
          <Others isInstanceAdmin={session?.user.instanceAdmin === true} />
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

/** Returns the current workspace, and the selected menu item. */
function useHere(workspaces: readonly WorkspaceSites[]): {
  readonly own: WorkspaceSites | undefined;
  readonly here: string | undefined;
} {
  const { site, ws } = useParams();
  const isInstance = useIsInstance();
  const own = workspaces.find(({ workspace, sites }) =>
    ws === undefined ? sites.some(({ id }) => id === site) : isNamed(workspace, ws),
  );
  if (isInstance) return { own, here: "instance" };
  return { own, here: ws === undefined ? site : own?.workspace.id };
}

interface ThisProps {
  /** The current workspace, once loaded. */
  readonly of: WorkspaceSites | undefined;
}

function Here({ of }: ThisProps): ReactNode {
  const { ws } = useParams();
  if (useIsInstance()) return <ThisInstance />;
  return ws === undefined ? <ThisSite of={of} /> : <ThisWorkspace of={of} />;
}

function useIsInstance(): boolean {
  return useLocation().pathname.startsWith(INSTANCE);
}

function ThisSite({ of }: ThisProps): ReactNode {
  const { site } = useParams();
  return (
    <>
      <Mark size={28} />
      <span className={styles["siteName"]}>
        <b>{of?.sites.find(({ id }) => id === site)?.name}</b>
        <small>{of?.workspace.name}</small>
      </span>
    </>
  );
}

function ThisWorkspace({ of }: ThisProps): ReactNode {
  const name = of?.workspace.name;
  return (
    <>
      <span className={styles["letter"]} aria-hidden="true">
        {name?.slice(0, 1).toUpperCase()}
      </span>
      <span className={styles["siteName"]}>
        <b>{name}</b>
        <small>
          <FormattedMessage id="nav.workspace" />
        </small>
      </span>
    </>
  );
}

function ThisInstance(): ReactNode {
  return (
    <>
      <Mark size={28} />
      <span className={styles["siteName"]}>
        <b>
          <FormattedMessage id="nav.instance" />
        </b>
        <small>
          <FormattedMessage id="nav.instanceText" />
        </small>
      </span>
    </>
  );
}

/** Items that don't belong to an existing workspace. */
function Others({ isInstanceAdmin }: { readonly isInstanceAdmin: boolean }): ReactNode {
  const { formatMessage } = useIntl();
  const item = menu["item"] ?? "";
  return (
    <MenuSection aria-label={formatMessage({ id: "nav.others" })}>
      <MenuItem id="new" href="/new-workspace" className={item}>
        <Plus size={16} aria-hidden="true" />
        <FormattedMessage id="nav.newWorkspace" />
      </MenuItem>
      {isInstanceAdmin && (
        <MenuItem id="instance" href={INSTANCE} className={item}>
          <Server size={16} aria-hidden="true" />
          <FormattedMessage id="nav.instance" />
        </MenuItem>
      )}
    </MenuSection>
  );
}

function Offered({ count }: { readonly count: number }): ReactNode {
  return (
    <MenuItem id="offers" href="/transfers" className={menu["item"] ?? ""}>
      <Inbox size={16} aria-hidden="true" />
      <FormattedMessage id="nav.offers" values={{ count }} />
    </MenuItem>
  );
}

function PlacesOf({ workspace: { id, name, slug }, sites }: WorkspaceSites): ReactNode {
  const item = menu["item"] ?? "";
  return (
    <MenuSection>
      <Header className={menu["heading"] ?? ""}>{name}</Header>
      {sites.map((site) => (
        <MenuItem key={site.id} id={site.id} href={`/sites/${site.id}`} className={item}>
          {site.name}
        </MenuItem>
      ))}
      <MenuItem id={`new ${id}`} href={`/workspaces/${slug}/new-site`} className={item}>
        <Plus size={16} aria-hidden="true" />
        <FormattedMessage id="nav.newSite" />
      </MenuItem>
      <MenuItem id={id} href={`/workspaces/${slug}`} className={item}>
        <LayoutDashboard size={16} aria-hidden="true" />
        <FormattedMessage id="nav.workspace" />
      </MenuItem>
    </MenuSection>
  );
}

function isNamed({ id, slug }: WorkspaceSites["workspace"], name: string): boolean {
  return slug === name || id === name;
}
