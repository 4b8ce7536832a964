import { Copy } from "lucide-react";
import { type ReactNode, useState } from "react";
import { FormattedMessage } from "react-intl";
import { Button } from "../../ui/button.tsx";
import styles from "./account.module.css";

interface OnceShownProps {
  /** What to do with it. */
  readonly children: ReactNode;
  /** A line for each. */
  readonly secrets: readonly string[];
  readonly onDone: () => void;
}

/** Secrets that HQ shows this once, to be copied before they are put away. */
export function OnceShown({ children, secrets, onDone }: OnceShownProps): ReactNode {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(secrets.join("\n"));
    setIsCopied(true);
  };
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
        {/* Browsers give it to pages of secure addresses alone. */}
        {"clipboard" in navigator && (
          <Button onPress={() => void copy()}>
            <Copy size={14} aria-hidden="true" />
            <FormattedMessage id={isCopied ? "account.copied" : "account.copy"} />
          </Button>
        )}
        <Button look="quiet" onPress={onDone}>
          <FormattedMessage id="account.kept" />
        </Button>
      </div>
    </div>
  );
}
