import { File as FileIcon, Upload, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import {
  DropZone,
  FileTrigger,
  GridList,
  GridListItem,
  isFileDropItem,
} from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import { type Media, previewOf, useMedia, useMediaLibrary, useUpload } from "../../api/media.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import { SearchBox } from "../../ui/search-box.tsx";
import { TextField } from "../../ui/text-field.tsx";
import type { ControlProps } from "./control.ts";
import { FieldFrame } from "./field-frame.tsx";
import styles from "./fields.module.css";

interface MediaValue {
  readonly id: string;
  readonly alt?: string;
}

/** A file of the library, or one that is dropped here and goes there. */
export function MediaControl({ field, value, onChange, problem, path }: ControlProps): ReactNode {
  const { formatMessage } = useIntl();
  const [isOpen, setIsOpen] = useState(false);
  const upload = useUpload();
  const media = readMedia(value);
  const take = (file: File): void => {
    upload.mutate(file, { onSuccess: ({ id }) => onChange({ id }) });
  };
  return (
    <FieldFrame field={field} problem={problem}>
      <DropZone
        className={styles["dropZone"] ?? ""}
        onDrop={({ items }) => {
          const item = items.find(isFileDropItem);
          if (item !== undefined) void item.getFile().then(take);
        }}
      >
        {media === undefined ? (
          <p className={styles["help"]}>
            <FormattedMessage id="field.dropHere" />
          </p>
        ) : (
          <ChosenMedia id={media.id} />
        )}
        <div className={styles["buttons"]}>
          <Button onPress={() => setIsOpen(true)} data-path={path}>
            <FormattedMessage id={media === undefined ? "field.chooseMedia" : "field.otherMedia"} />
          </Button>
          <FileTrigger
            {...(field.accept === "image" && { acceptedFileTypes: ["image/*"] })}
            onSelect={(files) => {
              const [file] = files ?? [];
              if (file !== undefined) take(file);
            }}
          >
            <Button look="quiet" isWorking={upload.isPending}>
              <Upload size={15} aria-hidden="true" />
              <FormattedMessage id="field.upload" />
            </Button>
          </FileTrigger>
          {media !== undefined && (
            <Button look="quiet" onPress={() => onChange(undefined)}>
              <X size={15} aria-hidden="true" />
              <FormattedMessage id="field.remove" />
            </Button>
          )}
        </div>
      </DropZone>
      <Refusal error={upload.error} />
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

interface MediaChoiceProps {
  readonly label: string;
  readonly imagesOnly: boolean;
  readonly onChoose: (id: string) => void;
}

function MediaChoice({ label, imagesOnly, onChoose }: MediaChoiceProps): ReactNode {
  const { formatMessage } = useIntl();
  const [search, setSearch] = useState("");
  const { data: media = [] } = useMediaLibrary(search);
  const shown = media.filter(({ mime_type }) => !imagesOnly || mime_type.startsWith("image/"));
  return (
    <div className={styles["choice"]}>
      <SearchBox
        autoFocus
        label={formatMessage({ id: "field.searchMedia" })}
        value={search}
        onChange={setSearch}
      />
      <GridList
        className={styles["tiles"] ?? ""}
        layout="grid"
        aria-label={label}
        onAction={(key) => onChoose(String(key))}
        renderEmptyState={() => <FormattedMessage id="entries.noMatch" />}
      >
        {shown.map((one) => (
          <Tile key={one.id} media={one} />
        ))}
      </GridList>
    </div>
  );
}

function Tile({ media }: { readonly media: Media }): ReactNode {
  const preview = previewOf(media);
  return (
    <GridListItem id={media.id} textValue={media.filename} className={styles["tile"] ?? ""}>
      {preview === undefined ? <FileIcon size={24} /> : <img src={preview} alt={media.alt} />}
      <small>{media.filename}</small>
    </GridListItem>
  );
}

function readMedia(value: unknown): MediaValue | undefined {
  if (typeof value === "string") return { id: value };
  if (typeof value !== "object" || value === null || !("id" in value)) return undefined;
  const alt = "alt" in value && typeof value.alt === "string" ? { alt: value.alt } : {};
  return { ...value, id: String(value.id), ...alt };
}
