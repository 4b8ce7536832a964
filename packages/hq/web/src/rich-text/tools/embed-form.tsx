import { parseVideoAddress } from "@loam/cms-core/browser";
import { type ReactNode, useState } from "react";
import { Form } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import styles from "./tools.module.css";

/** Asks for a video URL. */
export function EmbedForm({ onEmbed }: { readonly onEmbed: (address: string) => void }): ReactNode {
  const { formatMessage } = useIntl();
  const [typed, setTyped] = useState("");
  const [isWrong, setIsWrong] = useState(false);
  return (
    <Form
      className={styles["linkForm"] ?? ""}
      validationBehavior="aria"
      onSubmit={(event) => {
        event.preventDefault();
        const video = parseVideoAddress(typed.trim());
        if (video === undefined) setIsWrong(true);
        else onEmbed(typed.trim());
      }}
    >
      <TextField
        label={formatMessage({ id: "richText.address" })}
        help={formatMessage({ id: "field.embed" })}
        value={typed}
        onChange={(text) => {
          setTyped(text);
          setIsWrong(false);
        }}
        isInvalid={isWrong}
        error={formatMessage({ id: "richText.noVideo" })}
        autoFocus
      />
      <div className={styles["buttons"]}>
        <Button look="primary" type="submit" isDisabled={typed.trim() === ""}>
          <FormattedMessage id="richText.setEmbed" />
        </Button>
      </div>
    </Form>
  );
}
