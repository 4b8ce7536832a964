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
import { type ContentType, mayBuild, type Site } from "../api/sites.ts";
import type { Workspace } from "../api/workspaces.ts";
import type { MessageId } from "../messages/messages.ts";

/** A screen that the navigation, the palette and the keyboard lead to. */
export interface Page {
  /** Below the address of the site, or of the workspace. */
  readonly path: string;
  readonly label: MessageId;
  readonly icon: LucideIcon;
  /** The letter that leads there after G. */
  readonly key: string;
  /** Whether it has a place of its own in the bar of phones, which has room for four; the others are under More. */
  readonly isInBar?: true;
}

interface SitePage extends Page {
  /** Whether it is about the site itself rather than what is written in it. */
  readonly isOfSite?: true;
  /** Who is shown it. @default everyone who sees the site */
  readonly isFor?: (site: Site) => boolean;
}

export const ENTRIES = "/entries";
export const DELIVERY = "/delivery";
export const REVIEW = "/review";

/** Whether a list of one entry is asked for the entry itself. */
export const OPENED = "open";

/** Where entries of a type are, below the address of the site; an object type has one alone, which is opened at once. */
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

/** Schema and delivery: for those who build the site, unless its settings hide them (spec, "Roles (per site)"). */
export function isForBuilders(site: Site): boolean {
  return !site.integrationMode && mayBuild(site);
}

/** The screens that somebody is shown of a site. */
export function pagesOf(site: Site | undefined): readonly SitePage[] {
  return SITE_PAGES.filter(
    ({ isFor }) => isFor === undefined || (site !== undefined && isFor(site)),
  );
}

interface WorkspacePage extends Page {
  /** Whether it is about the workspace itself rather than its hub. */
  readonly isOfWorkspace?: true;
  /** Who is shown it. @default every member */
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

/** The screens that somebody is shown of a workspace. */
export function pagesOfWorkspace(workspace: Workspace | undefined): readonly WorkspacePage[] {
  return WORKSPACE_PAGES.filter(
    ({ isFor }) => isFor === undefined || (workspace !== undefined && isFor(workspace)),
  );
}
