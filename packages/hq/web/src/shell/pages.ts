import { CalendarClock, House, Image, List, type LucideIcon, Rocket } from "lucide-react";
import type { Site } from "../api/sites.ts";
import type { MessageId } from "../messages/messages.ts";

export interface Page {
  /** Below the site's address. */
  readonly path: string;
  readonly label: MessageId;
  readonly icon: LucideIcon;
  /** The letter that leads there after G. */
  readonly key: string;
  /** Whether it is about the site itself rather than what is written in it. */
  readonly isOfSite?: true;
  /** Whether it has a place of its own in the bar of phones; the others are under More. */
  readonly isInBar?: true;
  /** Who is shown it. @default everyone who sees the site */
  readonly isFor?: (site: Site) => boolean;
}

export const ENTRIES = "/entries";

/** The screens of a site that the navigation, the palette and the keyboard lead to. */
const PAGES: readonly Page[] = [
  { path: "", label: "nav.home", icon: House, key: "h", isInBar: true },
  { path: ENTRIES, label: "nav.entries", icon: List, key: "e", isInBar: true },
  { path: "/media", label: "nav.media", icon: Image, key: "m", isInBar: true },
  { path: "/releases", label: "nav.releases", icon: CalendarClock, key: "s", isInBar: true },
  { path: "/live", label: "nav.live", icon: Rocket, key: "l", isOfSite: true },
];

/** The screens that somebody is shown of a site. */
export function pagesOf(site: Site | undefined): readonly Page[] {
  return PAGES.filter(({ isFor }) => isFor === undefined || (site !== undefined && isFor(site)));
}
