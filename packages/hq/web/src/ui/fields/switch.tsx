import type { ReactNode } from "react";
import { Switch as AriaSwitch } from "react-aria-components";
import styles from "./switch.module.css";

interface SwitchProps {
  readonly isSelected: boolean;
  readonly onChange: (isSelected: boolean) => void;
  /** Whether the switch comes after its label, as in a bar. */
  readonly isTrailing?: boolean;
  /** Whether it takes the full width, with the switch at the end. */
  readonly isSpread?: boolean;
  readonly isDisabled?: boolean;
  /** Path of the value in an entry, for links to it. */
  readonly "data-path"?: string | undefined;
  readonly children: ReactNode;
}

/** A switch that takes effect immediately. */
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
