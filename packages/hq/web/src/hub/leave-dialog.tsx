import { type ReactNode, useEffect } from "react";
import { FormattedMessage } from "react-intl";
import { Button } from "../ui/button.tsx";
import { DialogFoot } from "../ui/dialog-foot.tsx";
import { Dialog } from "../ui/dialog.tsx";

interface LeaveDialogProps {
  /** Whether the changes are not stored in this browser. */
  readonly isAtRisk: boolean;
  /** Whether the user is about to leave the page. */
  readonly isAsking: boolean;
  readonly onStay: () => void;
  readonly onLeave: () => void;
}

/** Asks for confirmation before leaving with changes that aren't stored anywhere. */
export function LeaveDialog({ isAtRisk, isAsking, onStay, onLeave }: LeaveDialogProps): ReactNode {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent): void => {
      if (isAtRisk) event.preventDefault();
    };
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [isAtRisk]);
  return (
    <Dialog title={<FormattedMessage id="hub.leaveTitle" />} isOpen={isAsking} onClose={onStay}>
      <p>
        <FormattedMessage id="hub.leaveText" />
      </p>
      <DialogFoot>
        <Button onPress={onLeave}>
          <FormattedMessage id="hub.leaveGo" />
        </Button>
        <Button look="primary" onPress={onStay}>
          <FormattedMessage id="hub.leaveStay" />
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
