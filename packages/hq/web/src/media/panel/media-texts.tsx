import { type ReactNode, useState } from "react";
import { Label, Text, TextArea, TextField as AriaTextField } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import { useEditMedia } from "../../api/media/media-library.ts";
import type { Media } from "../../api/media/media.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import { Refusal } from "../../ui/notes/refusal.tsx";
import field from "../../ui/fields/field.module.css";
import form from "../../ui/form.module.css";
import styles from "../media.module.css";

interface MediaTextProps {
  readonly media: Media;
  readonly isReadOnly: boolean;
}

/** The file name, which is the last part of its public URL. */
export function FileName({ media, isReadOnly }: MediaTextProps): ReactNode {
  const { formatMessage } = useIntl();
  const [isOpen, setIsOpen] = useState(false);
  const [filename, setFilename] = useState(media.filename);
  const edit = useEditMedia(media);
  if (!isOpen) {
    return (
      <div className={`${form["buttons"]} ${styles["filename"]}`}>
        <h2>{media.filename}</h2>
        {!isReadOnly && (
          <Button
            look="quiet"
            onPress={() => {
              setFilename(media.filename);
              setIsOpen(true);
            }}
          >
            <FormattedMessage id="media.rename" />
          </Button>
        )}
      </div>
    );
  }
  return (
    <form
      className={styles["describe"]}
      onSubmit={(event) => {
        event.preventDefault();
        if (edit.isPending) return;
        edit.mutate({ filename }, { onSuccess: () => setIsOpen(false) });
      }}
    >
      <TextField
        label={formatMessage({ id: "media.filename" })}
        help={formatMessage({ id: "media.filenameHelp" })}
        value={filename}
        onChange={setFilename}
        autoFocus
        isRequired
        maxLength={200}
      />
      <Refusal error={edit.error} />
      <div className={form["buttons"]}>
        <Button type="submit" look="primary" isWorking={edit.isPending}>
          <FormattedMessage id="media.saveName" />
        </Button>
        <Button look="quiet" onPress={() => setIsOpen(false)}>
          <FormattedMessage id="media.cancel" />
        </Button>
      </div>
    </form>
  );
}

/** Alt text of an image. */
export function AltTextField({ media, isReadOnly }: MediaTextProps): ReactNode {
  const { formatMessage } = useIntl();
  // The input is kept even if someone else changes the file.
  const [typed, setTyped] = useState<string>();
  const alt = typed ?? media.alt;
  const edit = useEditMedia(media);
  return (
    <form
      className={styles["describe"]}
      onSubmit={(event) => {
        event.preventDefault();
        if (!edit.isPending) edit.mutate({ alt }, { onSuccess: () => setTyped(undefined) });
      }}
    >
      <AriaTextField
        className={field["field"] ?? ""}
        value={alt}
        onChange={setTyped}
        isReadOnly={isReadOnly}
      >
        <Label className={field["label"] ?? ""}>{formatMessage({ id: "media.alt" })}</Label>
        <TextArea className={`${field["input"]} ${styles["alt"]}`} rows={3} maxLength={1000} />
        <Text slot="description" className={field["help"] ?? ""}>
          <FormattedMessage id="media.altHelp" />
        </Text>
      </AriaTextField>
      <Refusal error={edit.error} />
      {alt !== media.alt && (
        <Button type="submit" look="primary" isWorking={edit.isPending}>
          <FormattedMessage id="media.saveAlt" />
        </Button>
      )}
    </form>
  );
}
