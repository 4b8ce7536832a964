import {
  Blocks,
  BookOpen,
  CalendarClock,
  Folder,
  HeartPulse,
  House,
  Image,
  LayoutDashboard,
  List,
  Lock,
  type LucideIcon,
  MessageSquare,
  Rocket,
  ScrollText,
  Server,
  Settings,
  SquareTerminal,
  Users,
  Variable,
  Webhook,
  Workflow,
} from "lucide-react";
import { type ContentType, canBuild, type Site } from "../api/sites.ts";
import type { Workspace } from "../api/workspaces.ts";
import type { MessageId } from "../messages/messages.ts";

/** A screen in the navigation, the palette, and the shortcuts. */
export interface Page {
  /** Path below the site or workspace. */
  readonly path: string;
  readonly label: MessageId;
  readonly icon: LucideIcon;
  /** The letter that opens it after G. */
  readonly key: string;
  /** Whether it is in the bottom bar on phones, which has room for four; the others are under More. */
  readonly isInBar?: true;
}

interface SitePage extends Page {
  /** Whether it concerns the site itself rather than its content. */
  readonly isOfSite?: true;
  /** Who can see it. @default everyone who sees the site */
  readonly isFor?: (site: Site) => boolean;
}

export const ENTRIES = "/entries";
export const DELIVERY = "/delivery";
export const REVIEW = "/review";

/** Query parameter that opens the single entry of an object type instead of its list. */
export const OPENED = "open";

/** Returns the path of a type's entries below the site. An object type's single entry is opened directly. */
export function placeOfType({ apiId, kind }: Pick<ContentType, "apiId" | "kind">): string {
  return `${ENTRIES}/${apiId}${kind === "object" ? `?${OPENED}` : ""}`;
}

const SITE_PAGES: readonly SitePage[] = [
  { path: "", label: "nav.home", icon: House, key: "h", isInBar: true },
  { path: ENTRIES, label: "nav.entries", icon: List, key: "e", isInBar: true },
  { path: "/media", label: "nav.media", icon: Image, key: "m", isInBar: true },
  { path: "/releases", label: "nav.releases", icon: CalendarClock, key: "s" },
  { path: REVIEW, label: "nav.review", icon: MessageSquare, key: "r", isInBar: true },
  { path: "/live", label: "nav.live", icon: Rocket, key: "l", isOfSite: true },
  {
    path: "/schema",
    label: "nav.schema",
    icon: Blocks,
    key: "f",
    isOfSite: true,
    isFor: isForBuilders,
  },
  {
    path: DELIVERY,
    label: "nav.delivery",
    icon: Webhook,
    key: "d",
    isOfSite: true,
    isFor: isForBuilders,
  },
  {
    path: "/settings",
    label: "nav.settings",
    icon: Settings,
    key: "t",
    isOfSite: true,
    isFor: ({ role }) => role === "admin",
  },
];

/** Schema and delivery: for users who build the site, unless its settings hide them (spec, "Roles (per site)"). */
export function isForBuilders(site: Site): boolean {
  return !site.integrationMode && canBuild(site);
}

/** Returns the screens of a site visible to the user. */
export function pagesOf(site: Site | undefined): readonly SitePage[] {
  return SITE_PAGES.filter(
    ({ isFor }) => isFor === undefined || (site !== undefined && isFor(site)),
  );
}

interface WorkspacePage extends Page {
  /** Whether it concerns the workspace itself rather than its hub. */
  readonly isOfWorkspace?: true;
  /** Who can see it. @default every member */
  readonly isFor?: (workspace: Workspace) => boolean;
}

const WORKSPACE_PAGES: readonly WorkspacePage[] = [
  { path: "/skills", label: "nav.skills", icon: BookOpen, key: "s", isInBar: true },
  { path: "/workers", label: "nav.workers", icon: Server, key: "w", isInBar: true },
  { path: "/projects", label: "nav.projects", icon: Folder, key: "p" },
  { path: "/workflows", label: "nav.workflows", icon: Workflow, key: "f", isInBar: true },
  { path: "/runs", label: "nav.runs", icon: SquareTerminal, key: "r", isInBar: true },
  { path: "/variables", label: "nav.variables", icon: Variable, key: "v" },
  { path: "/secrets", label: "nav.secrets", icon: Lock, key: "e" },
  {
    path: "/settings",
    label: "nav.settings",
    icon: Settings,
    key: "t",
    isOfWorkspace: true,
  },
];

export const INSTANCE = "/instance";

/** The screens of the instance, for its admins. */
export const INSTANCE_PAGES: readonly Page[] = [
  { path: "/workspaces", label: "nav.workspaces", icon: LayoutDashboard, key: "w", isInBar: true },
  { path: "/users", label: "nav.users", icon: Users, key: "u", isInBar: true },
  { path: "/health", label: "nav.health", icon: HeartPulse, key: "h", isInBar: true },
  { path: "/audit", label: "nav.audit", icon: ScrollText, key: "a", isInBar: true },
];

/** Returns the screens of a workspace visible to the user. */
export function pagesOfWorkspace(workspace: Workspace | undefined): readonly WorkspacePage[] {
  return WORKSPACE_PAGES.filter(
    ({ isFor }) => isFor === undefined || (workspace !== undefined && isFor(workspace)),
  );
}
