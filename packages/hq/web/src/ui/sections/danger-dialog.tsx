import { type ReactNode, useState } from "react";
import { Form } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import type { MessageId } from "../../messages/messages.ts";
import { Button } from "../button.tsx";
import { DialogFoot } from "../dialog-foot.tsx";
import { Dialog } from "../dialog.tsx";
import { TextField } from "../fields/text-field.tsx";
import { Refusal } from "../notes/refusal.tsx";
import { Facts } from "../values/facts.tsx";
import form from "../form.module.css";
import heading from "../heading.module.css";
import styles from "./danger-dialog.module.css";

interface DangerDialogProps {
  readonly title: ReactNode;
  /** What is lost, in one sentence each. */
  readonly goes: readonly ReactNode[];
  /** What is kept. */
  readonly stays?: readonly ReactNode[];
  /** Text the user must enter to confirm. */
  readonly typed?: string;
  /** Content before the buttons. */
  readonly children?: ReactNode;
  readonly submit: MessageId;
  readonly act: { readonly isPending: boolean; readonly error: Error | null };
  readonly onSubmit: () => void;
  readonly onClose: () => void;
}

/** Confirms a destructive action, stating exactly what is lost and what is kept. */
export function DangerDialog(props: DangerDialogProps): ReactNode {
  const { title, goes, stays = [], typed, children, submit, act, onSubmit, onClose } = props;
  const { formatMessage } = useIntl();
  const [text, setText] = useState("");
  const isTyped = typed === undefined || text.trim() === typed.trim();
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <Form
        className={form["form"] ?? ""}
        onSubmit={(event) => {
          event.preventDefault();
          if (isTyped && !act.isPending) onSubmit();
        }}
      >
        <Refusal error={act.error} />
        <Effects title="danger.goes" effects={goes} />
        {stays.length > 0 && <Effects title="danger.stays" effects={stays} />}
        {children}
        {typed !== undefined && (
          <TextField
            label={formatMessage({ id: "danger.type" }, { name: typed })}
            value={text}
            onChange={setText}
            autoComplete="off"
            spellCheck="false"
          />
        )}
        <DialogFoot>
          <Button onPress={onClose}>
            <FormattedMessage id="danger.cancel" />
          </Button>
          <Button type="submit" look="danger" isDisabled={!isTyped} isWorking={act.isPending}>
            <FormattedMessage id={submit} />
          </Button>
        </DialogFoot>
      </Form>
    </Dialog>
  );
}

interface EffectsProps {
  readonly title: MessageId;
  readonly effects: readonly ReactNode[];
}

function Effects({ title, effects }: EffectsProps): ReactNode {
  return (
    <div className={styles["effects"]}>
      <h3 className={heading["label"]}>
        <FormattedMessage id={title} />
      </h3>
      <Facts>
        {effects.map((effect, place) => (
          // The list is static, so the index is a stable key.
          <li key={place}>{effect}</li>
        ))}
      </Facts>
    </div>
  );
}
