import { File as FileIcon, RefreshCw, Trash2, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { FileTrigger } from "react-aria-components";
import { FormattedDate, FormattedMessage, useIntl } from "react-intl";
import { useDeleteMedia, useMediaHistory } from "../../api/media/media-library.ts";
import { type Media, useMedia } from "../../api/media/media.ts";
import { addUploads } from "../../api/media/uploads.ts";
import { useSite, useSiteId } from "../../api/sites.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FocalCrops, FocalImage, useFocalChoice } from "../../ui/media/focal-point.tsx";
import { MediaRefusal } from "../../ui/notes/media-refusal.tsx";
import { Refusal } from "../../ui/notes/refusal.tsx";
import { Ago } from "../../ui/values/ago.tsx";
import { FileSize } from "../../ui/values/file-size.tsx";
import { LiveMessage } from "../../ui/values/live-message.tsx";
import { CopyUrl } from "./copy-url.tsx";
import { AltTextField, FileName } from "./media-texts.tsx";
import { MediaUsers } from "./media-users.tsx";
import { MoveButton } from "./move-button.tsx";
import form from "../../ui/form.module.css";
import heading from "../../ui/heading.module.css";
import text from "../../ui/text.module.css";
import styles from "../media.module.css";

interface MediaPanelProps {
  readonly id: string;
  readonly onClose: () => void;
}

/** A file with its properties, alt text, and usage. */
export function MediaPanel({ id, onClose }: MediaPanelProps): ReactNode {
  const { formatMessage } = useIntl();
  const { data: media, error } = useMedia(id);
  return (
    <aside className={styles["panel"]} aria-label={media?.filename ?? id}>
      <div className={styles["close"]}>
        <Button
          look="quiet"
          iconOnly
          aria-label={formatMessage({ id: "dialog.close" })}
          onPress={onClose}
        >
          <X size={16} aria-hidden="true" />
        </Button>
      </div>
      <Refusal error={error} />
      {media !== undefined && <Details key={media.id} media={media} onGone={onClose} />}
    </aside>
  );
}

function Details({ media, onGone }: { media: Media; onGone: () => void }): ReactNode {
  const { data: site } = useSite();
  const focal = useFocalChoice(media);
  const { mime_type: type, contentUrl, alt } = media;
  const mayWrite = site !== undefined && site.role !== "view";
  const isImage = type.startsWith("image/");
  return (
    <>
      {!isImage && <FileIcon size={32} aria-hidden="true" />}
      {isImage && !mayWrite && <img className={styles["large"]} src={contentUrl} alt={alt} />}
      {isImage && mayWrite && <FocalImage media={media} {...focal} />}
      <div>
        <FileName media={media} isReadOnly={!mayWrite} />
        <Facts media={media} />
      </div>
      <div className={form["buttons"]}>
        <CopyUrl url={media.url} />
        {mayWrite && (
          <>
            <MoveButton ids={[media.id]} from={media.folder ?? ""} />
            <ReplaceButton media={media} />
            <DeleteButton media={media} onGone={onGone} />
          </>
        )}
      </div>
      {isImage && <AltTextField media={media} isReadOnly={!mayWrite} />}
      {isImage && <FocalCrops media={media} isReadOnly={!mayWrite} {...focal} />}
      <MediaUsers id={media.id} />
      <Variants media={media} />
      <MediaHistory id={media.id} />
    </>
  );
}

/** Format, location, and removed metadata of the file. */
function Facts({ media }: { readonly media: Media }): ReactNode {
  const { mime_type: type, byte_size: byteSize, width, height, createdAt, folder } = media;
  return (
    <>
      <p className={text["faint"]}>
        {type} · {width !== undefined && `${width} × ${height} · `}
        <FileSize bytes={byteSize} /> · <FormattedDate value={createdAt} dateStyle="medium" />
      </p>
      {folder !== undefined && (
        <p className={text["faint"]}>
          <FormattedMessage id="media.inFolder" values={{ folder }} />
        </p>
      )}
      <p className={text["faint"]}>
        <FormattedMessage id={type.startsWith("image/") ? "media.cleaned" : "media.asSent"} />
      </p>
    </>
  );
}

function DeleteButton({ media, onGone }: { media: Media; onGone: () => void }): ReactNode {
  const [isAsking, setIsAsking] = useState(false);
  const remove = useDeleteMedia(media);
  return (
    <>
      <Button look="quiet" onPress={() => setIsAsking(true)}>
        <Trash2 size={14} aria-hidden="true" />
        <FormattedMessage id="delete.act" />
      </Button>
      <Dialog
        title={<FormattedMessage id="delete.title" values={{ title: media.filename }} />}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
      >
        <p>
          <LiveMessage id="media.deleteText" />
        </p>
        <MediaUsers id={media.id} />
        <MediaRefusal error={remove.error} />
        <div className={form["buttons"]}>
          <Button onPress={() => setIsAsking(false)}>
            <FormattedMessage id="delete.keep" />
          </Button>
          <Button
            look="primary"
            isWorking={remove.isPending}
            onPress={() => !remove.isPending && remove.mutate(undefined, { onSuccess: onGone })}
          >
            <FormattedMessage id="delete.act" />
          </Button>
        </div>
      </Dialog>
    </>
  );
}

/** Replaces the file everywhere it is used. */
function ReplaceButton({ media }: { readonly media: Media }): ReactNode {
  const site = useSiteId();
  const [isOpen, setIsOpen] = useState(false);
  const { id, version, filename, mime_type: type } = media;
  return (
    <>
      <Button look="quiet" onPress={() => setIsOpen(true)}>
        <RefreshCw size={14} aria-hidden="true" />
        <FormattedMessage id="media.replace" />
      </Button>
      <Dialog
        title={<FormattedMessage id="media.replaceTitle" values={{ name: filename }} />}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
      >
        <p>
          <LiveMessage id="media.replaceText" />
        </p>
        <MediaUsers id={id} />
        <div className={form["buttons"]}>
          <Button onPress={() => setIsOpen(false)}>
            <FormattedMessage id="delete.keep" />
          </Button>
          <FileTrigger
            {...(type.startsWith("image/") && { acceptedFileTypes: ["image/*"] })}
            onSelect={(files) => {
              const [file] = files ?? [];
              if (file === undefined) return;
              addUploads(site, [file], { replaces: { id, version } });
              setIsOpen(false);
            }}
          >
            <Button look="primary">
              <FormattedMessage id="media.chooseFile" />
            </Button>
          </FileTrigger>
        </div>
      </Dialog>
    </>
  );
}

/** The history of a file, loaded when expanded. */
function MediaHistory({ id }: { readonly id: string }): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  const { data: changes, error } = useMediaHistory(id, { enabled: isOpen });
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className={heading["label"]}>
        <FormattedMessage id="media.history" />
      </summary>
      <Refusal error={error} />
      <ul className={styles["users"]}>
        {changes?.map(({ commit, at, by, action }) => (
          <li key={commit}>
            <FormattedMessage id={`media.${action}`} values={{ by }} />
            <small>
              <Ago time={at} />
            </small>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The variants of an image with their URLs. */
function Variants({ media: { variants } }: { readonly media: Media }): ReactNode {
  if (variants.length === 0) return null;
  return (
    <details>
      <summary className={heading["label"]}>
        <FormattedMessage id="media.variants" values={{ count: variants.length }} />
      </summary>
      <ul className={styles["users"]}>
        {variants.map(({ width, format, url }) => {
          const name = `${width} px ${format.toUpperCase()}`;
          return (
            <li key={url}>
              {name}
              <CopyUrl url={url} of={name} />
            </li>
          );
        })}
      </ul>
    </details>
  );
}
