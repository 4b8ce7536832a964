import type { ReactNode } from "react";
import { Form } from "react-aria-components";
import { FormattedMessage } from "react-intl";
import { Button } from "../ui/button.tsx";
import { Refusal } from "../ui/notes/refusal.tsx";
import styles from "./sign-in.module.css";

interface IdentityFormProps {
  /** What sending does. */
  readonly act: {
    readonly isPending: boolean;
    readonly error: Error | null;
    readonly mutate: () => void;
  };
  /** The word on the button. */
  readonly submit: ReactNode;
  /** Fields. */
  readonly children: ReactNode;
  /** Absent where there is nothing before it. */
  readonly onBack?: () => void;
}

/** A form of somebody who is not signed in: why it was refused, its fields, and one filled button. */
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
