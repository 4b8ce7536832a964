import { type ReactNode, useState } from "react";
import { Form } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import type { Pickers } from "../pickers.ts";
import styles from "./tools.module.css";

interface LinkDialogProps {
  readonly isOpen: boolean;
  /** Returns the current URL of the link. */
  readonly address: () => string;
  readonly entryChoice: Pickers["entryChoice"];
  /** Receives the link text if nothing is selected. An empty URL removes the link. */
  readonly onLink: (address: string, words: string) => void;
  readonly onClose: () => void;
}

/** Sets a link to a URL, or to an entry found by title. */
export function LinkDialog(props: LinkDialogProps): ReactNode {
  const { isOpen, address, entryChoice: EntryChoice, onLink, onClose } = props;
  const { formatMessage } = useIntl();
  return (
    <Dialog title={formatMessage({ id: "richText.link" })} isOpen={isOpen} onClose={onClose}>
      <UrlForm address={isOpen ? address() : ""} onLink={onLink} />
      <EntryChoice onChoose={(id, title) => onLink(`entry:${id}`, title)} />
    </Dialog>
  );
}

function UrlForm({
  address,
  onLink,
}: Pick<LinkDialogProps, "onLink"> & { readonly address: string }): ReactNode {
  const { formatMessage } = useIntl();
  const [typed, setTyped] = useState(address);
  return (
    <Form
      className={styles["linkForm"] ?? ""}
      onSubmit={(event) => {
        event.preventDefault();
        onLink(typed.trim(), typed.trim());
      }}
    >
      <TextField
        label={formatMessage({ id: "richText.address" })}
        value={typed}
        onChange={setTyped}
        autoFocus
      />
      <div className={styles["buttons"]}>
        <Button look="primary" type="submit" isDisabled={typed.trim() === ""}>
          <FormattedMessage id="richText.setLink" />
        </Button>
        {address !== "" && (
          <Button onPress={() => onLink("", "")}>
            <FormattedMessage id="richText.removeLink" />
          </Button>
        )}
      </div>
    </Form>
  );
}
