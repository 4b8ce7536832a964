import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Form } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import { answer, hq } from "../api/client.ts";
import { Button } from "../ui/button.tsx";
import { Note } from "../ui/note.tsx";
import { Refusal } from "../ui/refusal.tsx";
import { TextField } from "../ui/text-field.tsx";
import { IdentityFrame } from "./identity-frame.tsx";
import styles from "./sign-in.module.css";

/** Asks for the mail by which a person sets another password. */
export function ForgotForm({ onBack }: { readonly onBack: () => void }): ReactNode {
  const { formatMessage } = useIntl();
  const [email, setEmail] = useState("");
  const send = useMutation({
    mutationFn: () => answer(hq.POST("/password-reset", { body: { email } })),
  });
  return (
    <IdentityFrame
      title={<FormattedMessage id="forgot.title" />}
      lead={<FormattedMessage id="forgot.lead" />}
    >
      <Form
        className={styles["form"] ?? ""}
        onSubmit={(event) => {
          event.preventDefault();
          if (!send.isPending) send.mutate();
        }}
      >
        <Refusal error={send.error} />
        {send.isSuccess && (
          <Note tone="leaf">
            <FormattedMessage id="forgot.sent" />
          </Note>
        )}
        <TextField
          big
          autoFocus
          label={formatMessage({ id: "signIn.email" })}
          name="email"
          type="email"
          autoComplete="username"
          isRequired
          value={email}
          onChange={setEmail}
        />
        <Button type="submit" look="primary" big isWorking={send.isPending}>
          <FormattedMessage id="forgot.submit" />
        </Button>
        <Button look="quiet" big onPress={onBack}>
          <FormattedMessage id="code.back" />
        </Button>
      </Form>
    </IdentityFrame>
  );
}
