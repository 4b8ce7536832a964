import type { ReactNode } from "react";
import { Switch } from "../../ui/fields/switch.tsx";
import text from "../../ui/text.module.css";
import styles from "./fields.module.css";

interface FlagProps {
  readonly title: ReactNode;
  readonly about: ReactNode;
  readonly isSelected: boolean;
  readonly isDisabled?: boolean;
  readonly onChange: (isSelected: boolean) => void;
}

/** A setting that can be switched on and off, with an explanation. */
export function Flag({ title, about, ...rest }: FlagProps): ReactNode {
  return (
    <Switch {...rest} isSpread>
      <span className={styles["flag"]}>
        <b>{title}</b>
        <small className={text["faint"]}>{about}</small>
      </span>
    </Switch>
  );
}
