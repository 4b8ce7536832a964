import { Upload } from "lucide-react";
import type { ReactNode } from "react";
import { DropZone, FileTrigger, isFileDropItem } from "react-aria-components";
import { FormattedMessage } from "react-intl";
import { Button } from "../../../ui/button.tsx";
import { MediaRefusalText } from "../../../ui/notes/media-refusal.tsx";
import { Note } from "../../../ui/notes/note.tsx";
import { type Sending, useSending } from "./use-sending.ts";
import styles from "../fields.module.css";

interface DropBoxProps {
  readonly imagesOnly: boolean;
  readonly isMultiple?: boolean;
  /** A separate box, or an image overlaid with buttons. @default box */
  readonly look?: "box" | "picture";
  /** Called with the ids of the uploaded files. */
  readonly onSent: (ids: readonly string[]) => void;
  /** Content of the box. */
  readonly children?: ReactNode;
  /** Shown before or after the upload button. */
  readonly before?: ReactNode;
  readonly after?: ReactNode;
}

/** Uploads dropped, pasted, or selected files to the media library and shows the progress. */
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
        {/* The box itself handles pasting when it is focused; this covers its buttons. */}
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
              values={{ name, message: <MediaRefusalText error={error} /> }}
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
