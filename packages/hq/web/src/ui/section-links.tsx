import { type ReactNode, useEffect, useRef } from "react";
import { FormattedMessage } from "react-intl";
import { NavLink, useLocation } from "react-router";
import type { MessageId } from "../messages/messages.ts";
import styles from "./section-links.module.css";

interface SectionLink {
  /** Below the screen's address. */
  readonly path: string;
  readonly label: MessageId;
  /** How many wait for somebody. */
  readonly waiting?: number;
}

interface SectionLinksProps {
  /** What they are parts of. */
  readonly label: string;
  /** Of the screen. */
  readonly base: string;
  readonly links: readonly SectionLink[];
}

/** The way to the parts of a screen. */
export function SectionLinks({ label, base, links }: SectionLinksProps): ReactNode {
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    // On phones they do not all have room.
    const here = nav.current?.querySelector("[aria-current]");
    here?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [pathname]);
  return (
    <nav ref={nav} className={styles["links"]} aria-label={label}>
      {links.map(({ path, label: name, waiting = 0 }) => (
        <NavLink key={path} to={`${base}/${path}`} className={styles["link"] ?? ""}>
          <FormattedMessage id={name} />
          {waiting > 0 && <span className={styles["waiting"]}>{waiting}</span>}
        </NavLink>
      ))}
    </nav>
  );
}
