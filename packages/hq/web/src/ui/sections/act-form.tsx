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
  /** Message on success. */
  readonly done?: MessageId;
  readonly children: ReactNode;
}

/** The form of a section: fields, button, and result. */
export function ActForm(props: ActFormProps): ReactNode {
  const { act, onSubmit, submit, done, children } = props;
  return (
    <Form
      className={styles["form"] ?? ""}
      // Errors are shown below the inputs; native validation would block submitting.
      validationBehavior="aria"
      onSubmit={(event) => {
        event.preventDefault();
        if (!act.isPending) onSubmit();
      }}
    >
      {children}
      {/* Next to the button, because it could be out of view above a long form. */}
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
