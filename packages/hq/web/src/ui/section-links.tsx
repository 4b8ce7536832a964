import { type ReactNode, useEffect, useRef } from "react";
import { FormattedMessage } from "react-intl";
import { NavLink, useLocation } from "react-router";
import type { MessageId } from "../messages/messages.ts";
import tabs from "./tabs.module.css";

interface SectionLink {
  /** Path below the screen's. */
  readonly path: string;
  readonly label: MessageId;
  /** Number of items that need attention. */
  readonly waiting?: number;
}

interface SectionLinksProps {
  /** Accessible name of the navigation. */
  readonly label: string;
  /** Path of the screen. */
  readonly base: string;
  readonly links: readonly SectionLink[];
}

/** Navigation between the sections of a screen. */
export function SectionLinks({ label, base, links }: SectionLinksProps): ReactNode {
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    // Scroll to the current link, because not all fit on phones.
    const here = nav.current?.querySelector("[aria-current]");
    here?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [pathname]);
  return (
    <nav ref={nav} className={`${tabs["tabs"]} ${tabs["wide"]}`} aria-label={label}>
      {links.map(({ path, label: name, waiting = 0 }) => (
        <NavLink key={path} to={`${base}/${path}`} className={tabs["tab"] ?? ""}>
          <FormattedMessage id={name} />
          {waiting > 0 && <span className={tabs["waiting"]}>{waiting}</span>}
        </NavLink>
      ))}
    </nav>
  );
}
