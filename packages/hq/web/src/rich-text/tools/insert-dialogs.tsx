import type { Command } from "prosemirror-state";
import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { Dialog } from "../../ui/dialog.tsx";
import type { Pickers } from "../pickers.ts";
import type { DialogName } from "../suggest/insertions.ts";
import { insertEmbed, insertImage, setLink } from "../visual/commands.ts";
import { EmbedForm } from "./embed-form.tsx";
import { LinkDialog } from "./link-dialog.tsx";

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
