import { type ReactNode, useEffect } from "react";
import { FormattedMessage } from "react-intl";
import type { DraftSync } from "../../draft/draft-sync.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import form from "../../ui/form.module.css";
import styles from "../entry.module.css";

interface LeaveGuardProps {
  readonly draftSync: DraftSync;
  /** Whether the user is about to leave the page. */
  readonly isAsking: boolean;
  readonly onStay: () => void;
  readonly onLeave: () => void;
}

/** Asks for confirmation before leaving with changes that could not be stored anywhere. */
export function LeaveGuard({ draftSync, isAsking, onStay, onLeave }: LeaveGuardProps): ReactNode {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent): void => {
      draftSync.flush();
      if (draftSync.isAtRisk) event.preventDefault();
    };
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [draftSync]);
  return (
    <Dialog title={<FormattedMessage id="leave.title" />} isOpen={isAsking} onClose={onStay}>
      <p>
        <FormattedMessage id="leave.text" />
      </p>
      <div className={`${form["foot"]} ${styles["leave"]}`}>
        <Button onPress={onLeave}>
          <FormattedMessage id="leave.go" />
        </Button>
        <Button look="primary" onPress={onStay}>
          <FormattedMessage id="leave.stay" />
        </Button>
      </div>
    </Dialog>
  );
}
