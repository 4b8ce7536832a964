import { Upload } from "lucide-react";
import type { ReactNode } from "react";
import { DropZone, FileTrigger, isFileDropItem } from "react-aria-components";
import { FormattedMessage } from "react-intl";
import { Button } from "../../../ui/button.tsx";
import { WhyNotMedia } from "../../../ui/notes/media-refusal.tsx";
import { Note } from "../../../ui/notes/note.tsx";
import { type Sending, useSending } from "./use-sending.ts";
import styles from "../fields.module.css";

interface DropBoxProps {
  readonly imagesOnly: boolean;
  readonly isMultiple?: boolean;
  /** A box of its own, or a picture on which its buttons lie. @default box */
  readonly look?: "box" | "picture";
  /** Told the ids of files once they are in the library. */
  readonly onSent: (ids: readonly string[]) => void;
  /** What stands in the box. */
  readonly children?: ReactNode;
  /** Before the button that uploads, and after it. */
  readonly before?: ReactNode;
  readonly after?: ReactNode;
}

/** Takes files that are dropped, pasted or chosen, sends them into the library, and says how far it is. */
export function DropBox(props: DropBoxProps): ReactNode {
  const { imagesOnly, isMultiple = false, look = "box", onSent, children, before, after } = props;
  const sending = useSending(onSent);
  const take = (files: readonly File[]): void => {
    const fitting = files.filter(({ type }) => !imagesOnly || type.startsWith("image/"));
    sending.send(isMultiple ? fitting : fitting.slice(0, 1));
  };
  return (
    <>
      <DropZone
        className={styles[look === "box" ? "dropZone" : "dropPicture"] ?? ""}
        onDrop={({ items }) => {
          const files = items.filter(isFileDropItem).map((item) => item.getFile());
          void Promise.all(files).then(take);
        }}
      >
        {children}
        {/* The box itself takes what is pasted into it; here it is what is pasted on one of its buttons. */}
        <div
          className={styles["buttons"]}
          onPaste={({ clipboardData }) => take([...clipboardData.files])}
        >
          {before}
          {look === "box" && (
            <FileTrigger
              allowsMultiple={isMultiple}
              {...(imagesOnly && { acceptedFileTypes: ["image/*"] })}
              onSelect={(files) => take([...(files ?? [])])}
            >
              <Button look="quiet" isWorking={sending.progress !== undefined}>
                <Upload size={15} aria-hidden="true" />
                <FormattedMessage id="field.upload" />
              </Button>
            </FileTrigger>
          )}
          {after}
        </div>
        <Progress sending={sending} />
      </DropZone>
      <Unsent sending={sending} />
    </>
  );
}

function Progress({ sending: { progress } }: { readonly sending: Sending }): ReactNode {
  return (
    <p className={styles["help"]} role="status">
      {progress !== undefined && <FormattedMessage id="field.sending" values={{ ...progress }} />}
    </p>
  );
}

function Unsent({ sending: { unsent, retry } }: { readonly sending: Sending }): ReactNode {
  if (unsent.length === 0) return null;
  return (
    <Note tone="madder">
      <ul>
        {unsent.map(({ key, name, error }) => (
          <li key={key}>
            <FormattedMessage
              id="field.unsent"
              values={{ name, message: <WhyNotMedia error={error} /> }}
            />
          </li>
        ))}
      </ul>
      <Button onPress={retry}>
        <FormattedMessage id="media.retry" />
      </Button>
    </Note>
  );
}
