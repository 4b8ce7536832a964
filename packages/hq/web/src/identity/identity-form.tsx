import type { ReactNode } from "react";
import { Form } from "react-aria-components";
import { FormattedMessage } from "react-intl";
import { Button } from "../ui/button.tsx";
import { Refusal } from "../ui/notes/refusal.tsx";
import styles from "./sign-in.module.css";

interface IdentityFormProps {
  /** The submit action. */
  readonly act: {
    readonly isPending: boolean;
    readonly error: Error | null;
    readonly mutate: () => void;
  };
  /** Label of the button. */
  readonly submit: ReactNode;
  /** Fields. */
  readonly children: ReactNode;
  /** Absent on the first step. */
  readonly onBack?: () => void;
}

/** A form for signed-out users: error message, fields, and a primary button. */
export function IdentityForm({ act, submit, children, onBack }: IdentityFormProps): ReactNode {
  return (
    <Form
      className={styles["form"] ?? ""}
      onSubmit={(event) => {
        event.preventDefault();
        if (!act.isPending) act.mutate();
      }}
    >
      <Refusal error={act.error} />
      {children}
      <Button type="submit" look="primary" big isWorking={act.isPending}>
        {submit}
      </Button>
      {onBack && (
        <Button look="quiet" big onPress={onBack}>
          <FormattedMessage id="code.back" />
        </Button>
      )}
    </Form>
  );
}
