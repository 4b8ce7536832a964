import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import styles from "./waiting.module.css";

/** A loading indicator. Announced only if loading takes a while. */
export function Waiting(): ReactNode {
  return (
    <p className={styles["waiting"]} role="status">
      <FormattedMessage id="waiting" />
    </p>
  );
}
