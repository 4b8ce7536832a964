import type { ReactNode } from "react";
import { Button as AriaButton, type ButtonProps as AriaProps } from "react-aria-components";
import styles from "./button.module.css";

export interface ButtonProps extends Omit<AriaProps, "className" | "children" | "isPending"> {
  /** Danger: what it does cannot be taken back. */
  readonly look?: "plain" | "primary" | "quiet" | "danger";
  /** As wide as its place, as at the end of a form. */
  readonly big?: boolean;
  /** An icon alone; it wants an `aria-label`. */
  readonly iconOnly?: boolean;
  /** What it began is not done yet: it turns, and whoever presses it again waits, too. */
  readonly isWorking?: boolean;
  readonly children: ReactNode;
}

/** A button of one of four looks. */
export function Button({
  look = "plain",
  big = false,
  iconOnly = false,
  isWorking = false,
  children,
  ...rest
}: ButtonProps): ReactNode {
  const names = [styles["button"], styles[look], big && styles["big"], iconOnly && styles["icon"]];
  return (
    <AriaButton {...rest} className={names.filter(Boolean).join(" ")}>
      {isWorking && <span className={styles["spinner"]} aria-hidden="true" />}
      {children}
    </AriaButton>
  );
}
