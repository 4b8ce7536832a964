import type { ReactNode } from "react";
import { Switch as AriaSwitch } from "react-aria-components";
import styles from "./switch.module.css";

interface SwitchProps {
  readonly isSelected: boolean;
  readonly onChange: (isSelected: boolean) => void;
  /** Whether the switch stands behind its words, as in a bar. */
  readonly isTrailing?: boolean;
  /** Whether it takes the whole line, with the switch at its end. */
  readonly isSpread?: boolean;
  readonly isDisabled?: boolean;
  /** Where in an entry the value stands, for links to it. */
  readonly "data-path"?: string | undefined;
  readonly children: ReactNode;
}

/** Turns one thing on or off at once. */
export function Switch(props: SwitchProps): ReactNode {
  const { isTrailing = false, isSpread = false, children, ...rest } = props;
  const look = isTrailing ? styles["trailing"] : isSpread ? styles["spread"] : "";
  return (
    <AriaSwitch {...rest} className={`${styles["switch"]} ${look}`}>
      <span className={styles["track"]} aria-hidden="true" />
      {children}
    </AriaSwitch>
  );
}
