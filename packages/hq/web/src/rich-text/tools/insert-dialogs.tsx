import { parseVideoAddress } from "@loam/cms-core/browser";
import type { Command } from "prosemirror-state";
import { type ReactNode, useState } from "react";
import { Form } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import type { DialogName } from "../suggest/insertions.ts";
import type { Pickers } from "../view/pickers.ts";
import { insertEmbed, insertImage, setLink } from "../visual/commands.ts";
import form from "../../ui/form.module.css";
import styles from "./tools.module.css";

interface InsertDialogsProps extends Pickers {
  readonly dialog: DialogName | undefined;
  /** Returns the URL of the selected link. */
  readonly address: () => string;
  readonly onInsert: (command: Command) => void;
  readonly onClose: () => void;
}

/** The dialogs for inserting a link, image, or video. */
export function InsertDialogs(props: InsertDialogsProps): ReactNode {
  const { dialog, address, mediaChoice: MediaChoice, entryChoice, onInsert, onClose } = props;
  const { formatMessage } = useIntl();
  return (
    <>
      <LinkDialog
        isOpen={dialog === "link"}
        address={address}
        entryChoice={entryChoice}
        onLink={(to, words) => onInsert(setLink(to, words))}
        onClose={onClose}
      />
      <Dialog
        title={formatMessage({ id: "richText.image" })}
        isOpen={dialog === "image"}
        onClose={onClose}
      >
        <MediaChoice onChoose={(id) => onInsert(insertImage(id, ""))} />
      </Dialog>
      <Dialog
        title={formatMessage({ id: "richText.embed" })}
        isOpen={dialog === "embed"}
        onClose={onClose}
      >
        <EmbedForm onEmbed={(video) => onInsert(insertEmbed(video))} />
      </Dialog>
    </>
  );
}

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
function LinkDialog(props: LinkDialogProps): ReactNode {
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
      className={`${form["form"]} ${styles["linkForm"]}`}
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
      <div className={form["buttons"]}>
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

/** Asks for a video URL. */
function EmbedForm({ onEmbed }: { readonly onEmbed: (address: string) => void }): ReactNode {
  const { formatMessage } = useIntl();
  const [typed, setTyped] = useState("");
  const [isWrong, setIsWrong] = useState(false);
  return (
    <Form
      className={`${form["form"]} ${styles["linkForm"]}`}
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
      <div className={form["buttons"]}>
        <Button look="primary" type="submit" isDisabled={typed.trim() === ""}>
          <FormattedMessage id="richText.setEmbed" />
        </Button>
      </div>
    </Form>
  );
}
