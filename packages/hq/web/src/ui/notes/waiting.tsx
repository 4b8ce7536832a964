import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import styles from "./waiting.module.css";

/** Where something is on its way; what comes at once is not announced. */
export function Waiting(): ReactNode {
  return (
    <p className={styles["waiting"]} role="status">
      <FormattedMessage id="waiting" />
    </p>
  );
}
