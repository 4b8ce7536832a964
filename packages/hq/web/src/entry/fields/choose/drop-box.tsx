import { Upload } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { DropZone, FileTrigger, isFileDropItem } from "react-aria-components";
import { FormattedMessage } from "react-intl";
import {
  addUploads,
  cancelUpload,
  hasEnded,
  resumeUpload,
  type Uploading,
  useUploads,
} from "../../../api/media/uploads.ts";
import { useSiteId } from "../../../api/sites.ts";
import { Button } from "../../../ui/button.tsx";
import { MediaRefusalText } from "../../../ui/notes/media-refusal.tsx";
import { Note } from "../../../ui/notes/note.tsx";
import text from "../../../ui/text.module.css";
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
    <p className={`${text["faint"]} ${styles["help"]}`} role="status">
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

/** A file that could not be uploaded. */
interface UnsentFile {
  readonly key: number;
  readonly name: string;
  readonly error: Error;
}

interface Sending {
  /** Progress; undefined if no upload is active. */
  readonly progress:
    | { readonly name: string; readonly number: number; readonly of: number }
    | undefined;
  readonly unsent: readonly UnsentFile[];
  readonly send: (files: readonly File[]) => void;
  /** Retries the failed uploads. */
  readonly retry: () => void;
}

/**
 * Uploads files to the library, in parallel with those of other pages, and reports their ids. If the site already has a
 * file, reports the id of the existing one.
 */
function useSending(onSent: (ids: readonly string[]) => void): Sending {
  const site = useSiteId();
  const [keys, setKeys] = useState<readonly number[]>([]);
  const own = useUploads().filter(({ key }) => keys.includes(key));
  const reported = useRef(new Set<number>());
  useEffect(() => {
    const arrived = own.filter(({ key, state }) => "id" in state && !reported.current.has(key));
    if (arrived.length === 0) return;
    for (const { key } of arrived) reported.current.add(key);
    onSent(arrived.flatMap(({ state }) => ("id" in state ? state.id : [])));
    // Using the existing file here answers the question about the duplicate.
    for (const { key, state } of arrived) if (state.kind === "known") cancelUpload(key);
  });
  const left = own.filter(({ state }) => !hasEnded(state));
  return {
    progress: progressOf(own, left),
    unsent: own.flatMap(({ key, file, state }) =>
      state.kind === "failed" ? [{ key, name: file.name, error: state.error }] : [],
    ),
    send(files) {
      if (files.length === 0) return;
      const added = addUploads(site, files);
      setKeys((before) => (left.length === 0 ? added : [...before, ...added]));
    },
    retry() {
      for (const { key, state } of own) if (state.kind === "failed") resumeUpload(key);
    },
  };
}

function progressOf(own: readonly Uploading[], left: readonly Uploading[]): Sending["progress"] {
  // The list is in reverse order of selection, so its last unfinished file is the current one.
  const next = left.at(-1);
  if (next === undefined) return undefined;
  return { name: next.file.name, number: own.length - left.length + 1, of: own.length };
}
