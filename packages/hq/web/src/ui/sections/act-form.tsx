import type { ReactNode } from "react";
import { Form } from "react-aria-components";
import { FormattedMessage } from "react-intl";
import type { MessageId } from "../../messages/messages.ts";
import { Button } from "../button.tsx";
import { Note } from "../notes/note.tsx";
import { Refusal } from "../notes/refusal.tsx";
import styles from "./sections.module.css";

interface ActFormProps {
  readonly act: {
    readonly isPending: boolean;
    readonly isSuccess: boolean;
    readonly error: Error | null;
  };
  readonly onSubmit: () => void;
  readonly submit: MessageId;
  /** What is said once it is done. */
  readonly done?: MessageId;
  readonly children: ReactNode;
}

/** A form of a section: its fields, a button, and what became of it. */
export function ActForm(props: ActFormProps): ReactNode {
  const { act, onSubmit, submit, done, children } = props;
  return (
    <Form
      className={styles["form"] ?? ""}
      // What is wrong is said below its field, in the editor's words; the browser's own bubble would keep the form back.
      validationBehavior="aria"
      onSubmit={(event) => {
        event.preventDefault();
        if (!act.isPending) onSubmit();
      }}
    >
      {children}
      {/* Beside the button: above a long form nobody would see it. */}
      <Refusal error={act.error} />
      {act.isSuccess && done !== undefined && (
        <Note tone="leaf">
          <FormattedMessage id={done} />
        </Note>
      )}
      <div>
        <Button type="submit" isWorking={act.isPending}>
          <FormattedMessage id={submit} />
        </Button>
      </div>
    </Form>
  );
}
