import type { ReactNode } from "react";
import { Switch as AriaSwitch } from "react-aria-components";
import styles from "./switch.module.css";

interface SwitchProps {
  readonly isSelected: boolean;
  readonly onChange: (isSelected: boolean) => void;
  /** Whether the switch stands behind its words, as in a bar. */
  readonly isTrailing?: boolean;
  /** Where in an entry the value stands, for links to it. */
  readonly "data-path"?: string | undefined;
  readonly children: ReactNode;
}

/** Turns one thing on or off at once. */
export function Switch({ isTrailing = false, children, ...rest }: SwitchProps): ReactNode {
  return (
    <AriaSwitch {...rest} className={`${styles["switch"]} ${isTrailing ? styles["trailing"] : ""}`}>
      <span className={styles["track"]} aria-hidden="true" />
      {children}
    </AriaSwitch>
  );
}
