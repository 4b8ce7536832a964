import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { Button } from "../ui/button.tsx";
import { DialogFoot } from "../ui/dialog-foot.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Refusal } from "../ui/notes/refusal.tsx";
import form from "../ui/form.module.css";

interface ConfirmDialogProps {
  readonly title: ReactNode;
  /** Label of the confirm button. */
  readonly act: ReactNode;
  /** State of the action. */
  readonly mutation?: { readonly isPending: boolean; readonly error: Error | null };
  /** Whether the action is possible now. @default true */
  readonly isAllowed?: boolean;
  readonly onAct: () => void;
  readonly onClose: () => void;
  /** Describes the consequences. */
  readonly children: ReactNode;
}

/** Confirms an action that can't easily be undone. */
export function ConfirmDialog(props: ConfirmDialogProps): ReactNode {
  const { title, act, mutation, isAllowed = true, onAct, onClose, children } = props;
  const isPending = mutation?.isPending === true;
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <div className={form["form"]}>
        <div>{children}</div>
        <Refusal error={mutation?.error ?? null} />
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
