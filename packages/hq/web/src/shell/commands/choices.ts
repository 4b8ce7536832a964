import {
  BookOpen,
  Contrast,
  Globe,
  Keyboard,
  LayoutDashboard,
  LogOut,
  type LucideIcon,
  Plus,
  Server,
  SunMoon,
  UserRound,
} from "lucide-react";
import { useIntl } from "react-intl";
import { useParams } from "react-router";
import { DOCUMENTATION, hasDocumentation, hqUrl } from "../../api/base-path.ts";
import type { ShownState } from "../../api/content/entries.ts";
import { useSession, useSignOut } from "../../api/session.ts";
import { useWorkspaces } from "../../api/sites.ts";
import type { MessageId } from "../../messages/messages.ts";
import { INSTANCE, type Page } from "../pages.ts";
import { changeSettings, THEMES, useSettings } from "../preferences/settings.ts";
import { useCommands } from "./commands.tsx";

/** An item of the command palette. */
export interface Choice {
  readonly id: string;
  readonly text: string;
  readonly detail?: string;
  readonly icon: LucideIcon;
  readonly picture?: string | undefined;
  readonly state?: ShownState;
  readonly keys?: readonly string[];
  /** Link target; without it, the item runs an action. */
  readonly href?: string;
  readonly act?: () => void;
}

/** Items with a heading. Hidden if empty. */
export interface Section {
  readonly id: MessageId;
  readonly choices: readonly Choice[];
}

/** Returns the actions available everywhere. */
export function useCommonActs(): readonly Choice[] {
  const { formatMessage } = useIntl();
  const { theme, contrast } = useSettings();
  const { openHelp } = useCommands();
  const signOut = useSignOut();
  return [
    ...THEMES.filter((one) => one !== theme).map((one) => ({
      id: `theme ${one}`,
      text: `${formatMessage({ id: "settings.theme" })}: ${formatMessage({ id: `theme.${one}` })}`,
      icon: SunMoon,
      act: () => changeSettings({ theme: one }),
    })),
    {
      id: "contrast",
      text: formatMessage({ id: contrast ? "contrast.less" : "contrast.more" }),
      icon: Contrast,
      act: () => changeSettings({ contrast: !contrast }),
    },
    {
      id: "keys",
      text: formatMessage({ id: "help.title" }),
      icon: Keyboard,
      keys: ["?"],
      act: openHelp,
    },
    ...(hasDocumentation()
      ? [
          {
            id: "documentation",
            text: formatMessage({ id: "nav.documentation" }),
            icon: BookOpen,
            act: () => void window.open(hqUrl() + DOCUMENTATION, "_blank", "noopener"),
          },
        ]
      : []),
    {
      id: "sign out",
      text: formatMessage({ id: "nav.signOut" }),
      icon: LogOut,
      act: () => void signOut(),
    },
  ];
}

/** Returns the screens of the current site or workspace. */
export function usePageChoices(home: string, pages: readonly Page[]): readonly Choice[] {
  const { formatMessage } = useIntl();
  return pages.map(({ path, label, icon, key }) => ({
    id: label,
    text: formatMessage({ id: label }),
    icon,
    keys: ["G", key.toUpperCase()],
    href: home + path,
  }));
}

/** Returns the account and all other sites and workspaces. */
export function useOtherPlaces(): readonly Choice[] {
  const { formatMessage } = useIntl();
  const { site, ws } = useParams();
  const { data: session } = useSession();
  const { data: workspaces = [] } = useWorkspaces();
  const sites = workspaces.flatMap((one) => one.sites).filter(({ id }) => id !== site);
  const others = workspaces.filter(({ workspace: { id, slug } }) => slug !== ws && id !== ws);
  return [
    {
      id: "account",
      text: formatMessage({ id: "nav.account" }),
      icon: UserRound,
      href: "/account",
    },
    ...sites.map(({ id, name }) => ({
      id: `site ${id}`,
      text: name,
      detail: formatMessage({ id: site === undefined ? "palette.site" : "palette.otherSite" }),
      icon: Globe,
      href: `/sites/${id}`,
    })),
    ...others.map(({ workspace: { id, name, slug } }) => ({
      id: `workspace ${id}`,
      text: name,
      detail: formatMessage({ id: "nav.workspace" }),
      icon: LayoutDashboard,
      href: `/workspaces/${slug}`,
    })),
    {
      id: "new workspace",
      text: formatMessage({ id: "nav.newWorkspace" }),
      icon: Plus,
      href: "/new-workspace",
    },
    ...(session?.user.instanceAdmin === true
      ? [
          {
            id: "instance",
            text: formatMessage({ id: "nav.instance" }),
            icon: Server,
            href: INSTANCE,
          },
        ]
      : []),
  ];
}
