import { type ReactNode, useEffect } from "react";
import { FormattedMessage } from "react-intl";
import type { Blocker } from "react-router";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import styles from "./entry.module.css";

interface LeaveGuardProps {
  readonly blocker: Blocker;
  readonly isChanged: boolean;
}

/** Asks before what was written and not saved is left. */
export function LeaveGuard({ blocker, isChanged }: LeaveGuardProps): ReactNode {
  useEffect(() => {
    if (!isChanged) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [isChanged]);
  return (
    <Dialog
      title={<FormattedMessage id="leave.title" />}
      isOpen={blocker.state === "blocked"}
      onClose={() => blocker.reset?.()}
    >
      <p>
        <FormattedMessage id="leave.text" />
      </p>
      <div className={styles["leave"]}>
        <Button onPress={() => blocker.proceed?.()}>
          <FormattedMessage id="leave.go" />
        </Button>
        <Button look="primary" onPress={() => blocker.reset?.()}>
          <FormattedMessage id="leave.stay" />
        </Button>
      </div>
    </Dialog>
  );
}
