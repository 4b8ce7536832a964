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
  /** Tells the address that the words have now. */
  readonly address: () => string;
  readonly entryChoice: Pickers["entryChoice"];
  /** With the words to write where none are selected; an empty address takes the link away. */
  readonly onLink: (address: string, words: string) => void;
  readonly onClose: () => void;
}

/** Where words lead: to an address, or to an entry that is found by its title. */
export function LinkDialog(props: LinkDialogProps): ReactNode {
  const { isOpen, address, entryChoice: EntryChoice, onLink, onClose } = props;
  const { formatMessage } = useIntl();
  return (
    <Dialog title={formatMessage({ id: "richText.link" })} isOpen={isOpen} onClose={onClose}>
      <AddressForm address={isOpen ? address() : ""} onLink={onLink} />
      <EntryChoice onChoose={(id, title) => onLink(`entry:${id}`, title)} />
    </Dialog>
  );
}

function AddressForm({
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
