import { CalendarClock, House, Image, List, type LucideIcon } from "lucide-react";
import type { MessageId } from "../messages/messages.ts";

interface Page {
  /** Below the site's address. */
  readonly path: string;
  readonly label: MessageId;
  readonly icon: LucideIcon;
  /** The letter that leads there after G. */
  readonly key: string;
}

/** The screens of a site that the palette and the keyboard lead to. */
export const PAGES: readonly Page[] = [
  { path: "", label: "nav.home", icon: House, key: "h" },
  { path: "/entries", label: "nav.entries", icon: List, key: "e" },
  { path: "/media", label: "nav.media", icon: Image, key: "m" },
  { path: "/releases", label: "nav.releases", icon: CalendarClock, key: "s" },
];
