import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { Button } from "../ui/button.tsx";
import { DialogFoot } from "../ui/dialog-foot.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Refusal } from "../ui/notes/refusal.tsx";
import styles from "./ask-dialog.module.css";

interface AskDialogProps {
  readonly title: ReactNode;
  /** On the button that does it. */
  readonly act: ReactNode;
  /** How it goes on, where it takes its time. */
  readonly asked?: { readonly isPending: boolean; readonly error: Error | null };
  /** Whether it can be done now. @default true */
  readonly isAllowed?: boolean;
  readonly onAct: () => void;
  readonly onClose: () => void;
  /** What happens then. */
  readonly children: ReactNode;
}

/** Asks before something is done that cannot be undone in a moment. */
export function AskDialog(props: AskDialogProps): ReactNode {
  const { title, act, asked, isAllowed = true, onAct, onClose, children } = props;
  const isPending = asked?.isPending === true;
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <div className={styles["body"]}>
        <div>{children}</div>
        <Refusal error={asked?.error ?? null} />
        <DialogFoot>
          <Button onPress={onClose}>
            <FormattedMessage id="hub.cancel" />
          </Button>
          <Button
            look="danger"
            isWorking={isPending}
            isDisabled={!isAllowed}
            onPress={() => !isPending && onAct()}
          >
            {act}
          </Button>
        </DialogFoot>
      </div>
    </Dialog>
  );
}
