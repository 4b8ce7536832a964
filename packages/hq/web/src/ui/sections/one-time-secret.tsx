import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { Button } from "../button.tsx";
import { CopyButton } from "../copy-button.tsx";
import styles from "./sections.module.css";

interface OneTimeSecretProps {
  /** Instructions. */
  readonly children: ReactNode;
  /** One per line. */
  readonly secrets: readonly string[];
  readonly onDone: () => void;
}

/** Displays secrets for copying. HQ can't show them again. */
export function OneTimeSecret({ children, secrets, onDone }: OneTimeSecretProps): ReactNode {
  return (
    <div className={styles["once"]} role="status">
      <p>{children}</p>
      <ul className={styles["secrets"]}>
        {secrets.map((secret) => (
          <li key={secret}>
            <code>{secret}</code>
          </li>
        ))}
      </ul>
      <div className={styles["buttons"]}>
        <CopyButton text={secrets.join("\n")} />
        <Button look="quiet" onPress={onDone}>
          <FormattedMessage id="once.kept" />
        </Button>
      </div>
    </div>
  );
}
