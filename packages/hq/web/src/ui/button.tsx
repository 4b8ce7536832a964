import type { ReactNode } from "react";
import { Button as AriaButton, type ButtonProps as AriaProps } from "react-aria-components";
import styles from "./button.module.css";

export interface ButtonProps extends Omit<AriaProps, "className" | "children" | "isPending"> {
  /** `danger`: the action can't be undone. */
  readonly look?: "plain" | "primary" | "quiet" | "danger";
  /** Full width, as at the end of a form. */
  readonly big?: boolean;
  /** Icon only; requires an `aria-label`. */
  readonly iconOnly?: boolean;
  /** The action is running: shows a spinner and ignores further presses. */
  readonly isWorking?: boolean;
  readonly children: ReactNode;
}

/** A button in one of four styles. */
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
