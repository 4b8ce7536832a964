import type { ReactNode } from "react";
import { Form } from "react-aria-components";
import { FormattedMessage } from "react-intl";
import { Button } from "../ui/button.tsx";
import { DialogFoot } from "../ui/dialog-foot.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Refusal } from "../ui/notes/refusal.tsx";
import form from "../ui/form.module.css";

interface FormDialogProps {
  readonly title: ReactNode;
  /** Label of the submit button. */
  readonly act: ReactNode;
  /** @default "primary" */
  readonly look?: "primary" | "danger";
  /** State of the submission. */
  readonly mutation?: { readonly isPending: boolean; readonly error: Error | null };
  /** Whether the form can be submitted now. @default true */
  readonly isAllowed?: boolean;
  readonly onSend: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A form in a dialog with an error message and buttons. */
export function FormDialog(props: FormDialogProps): ReactNode {
  const { title, act, look = "primary", mutation, isAllowed = true, onSend, onClose } = props;
  const isPending = mutation?.isPending === true;
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <Form
        className={form["form"] ?? ""}
        validationBehavior="aria"
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isPending) onSend();
        }}
      >
        {props.children}
        <Refusal error={mutation?.error ?? null} />
        <DialogFoot>
          <Button onPress={onClose}>
            <FormattedMessage id="hub.cancel" />
          </Button>
          <Button look={look} type="submit" isWorking={isPending} isDisabled={!isAllowed}>
            {act}
          </Button>
        </DialogFoot>
      </Form>
    </Dialog>
  );
}
