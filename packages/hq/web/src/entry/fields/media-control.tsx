import { File as FileIcon, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useMedia } from "../../api/media/media.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import type { ControlProps } from "./control.ts";
import { DropBox } from "./drop-box.tsx";
import { FieldFrame } from "./field-frame.tsx";
import { MediaChoice } from "./media-choice.tsx";
import styles from "./fields.module.css";

interface MediaValue {
  readonly id: string;
  readonly alt?: string;
}

/** A file of the library, or one that is dropped here and goes there. */
export function MediaControl(props: ControlProps): ReactNode {
  const { field, value, onChange, problem, path, isListed = false } = props;
  const { formatMessage } = useIntl();
  const [isOpen, setIsOpen] = useState(false);
  const media = readMedia(value);
  return (
    <FieldFrame field={field} problem={problem} hasOwnLabel={isListed}>
      <DropBox
        imagesOnly={field.accept === "image"}
        onSent={([id]) => id !== undefined && onChange({ id })}
        before={
          <Button onPress={() => setIsOpen(true)} data-path={path}>
            <FormattedMessage id={media === undefined ? "field.chooseMedia" : "field.otherMedia"} />
          </Button>
        }
        after={
          media !== undefined &&
          !isListed && (
            <Button look="quiet" onPress={() => onChange(undefined)}>
              <X size={15} aria-hidden="true" />
              <FormattedMessage id="field.remove" />
            </Button>
          )
        }
      >
        {media === undefined ? (
          <p className={styles["help"]}>
            <FormattedMessage id="field.dropHere" />
          </p>
        ) : (
          <ChosenMedia id={media.id} />
        )}
      </DropBox>
      {media !== undefined && field.accept === "image" && (
        <AltText value={media} onChange={onChange} />
      )}
      <Dialog title={field.label} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <MediaChoice
          label={formatMessage({ id: "field.library" })}
          imagesOnly={field.accept === "image"}
          onChoose={(id) => {
            onChange({ id });
            setIsOpen(false);
          }}
        />
      </Dialog>
    </FieldFrame>
  );
}

interface AltTextProps {
  readonly value: MediaValue;
  readonly onChange: (value: MediaValue) => void;
}

/** What the picture shows, here; empty for what the library says of it. */
function AltText({ value, onChange }: AltTextProps): ReactNode {
  const { formatMessage } = useIntl();
  const { data } = useMedia(value.id);
  return (
    <TextField
      label={formatMessage({ id: "field.alt" })}
      value={value.alt ?? ""}
      {...(data?.alt !== undefined && data.alt !== "" && { help: data.alt })}
      onChange={(alt) => {
        const { alt: _before, ...rest } = value;
        onChange(alt === "" ? rest : { ...rest, alt });
      }}
    />
  );
}

function ChosenMedia({ id }: { readonly id: string }): ReactNode {
  const { data: media, isError } = useMedia(id);
  if (isError) {
    return (
      <p className={styles["problem"]}>
        <FormattedMessage id="field.mediaGone" values={{ id }} />
      </p>
    );
  }
  if (media === undefined) return null;
  const { contentUrl, filename, width, height, mime_type, alt } = media;
  return (
    <figure className={styles["picture"]}>
      {mime_type.startsWith("image/") ? <img src={contentUrl} alt={alt} /> : <FileIcon size={24} />}
      <figcaption className={styles["help"]}>
        {filename}
        {width !== undefined && height !== undefined && ` · ${width} × ${height}`}
      </figcaption>
    </figure>
  );
}

function readMedia(value: unknown): MediaValue | undefined {
  if (typeof value === "string") return { id: value };
  if (typeof value !== "object" || value === null || !("id" in value)) return undefined;
  const alt = "alt" in value && typeof value.alt === "string" ? { alt: value.alt } : {};
  return { ...value, id: String(value.id), ...alt };
}
