import type { ReactNode } from "react";
import { Link, type LinkProps } from "react-aria-components";
import styles from "./button.module.css";

interface ButtonLinkProps extends Omit<LinkProps, "className" | "children"> {
  readonly href: string;
  readonly look?: "plain" | "primary" | "quiet";
  readonly children: ReactNode;
}

/** A link styled as a button. */
export function ButtonLink({ look = "plain", children, ...rest }: ButtonLinkProps): ReactNode {
  return (
    <Link {...rest} className={`${styles["button"]} ${styles[look]}`}>
      {children}
    </Link>
  );
}
