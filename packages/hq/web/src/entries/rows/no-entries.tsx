import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { Button } from "../../ui/button.tsx";
import styles from "../entries.module.css";

interface NoEntriesProps {
  /** Whether filters may hide entries. */
  readonly isFiltered: boolean;
  readonly onClear: () => void;
}

export function NoEntries({ isFiltered, onClear }: NoEntriesProps): ReactNode {
  return (
    <div className={styles["empty"]}>
      <p>
        <FormattedMessage id={isFiltered ? "entries.noMatch" : "entries.none"} />
      </p>
      {isFiltered && (
        <Button onPress={onClear}>
          <FormattedMessage id="entries.clear" />
        </Button>
      )}
    </div>
  );
}
