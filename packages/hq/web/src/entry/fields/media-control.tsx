import { Crop, Ellipsis, File as FileIcon, FolderOpen, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import { type Media, useMedia } from "../../api/media/media.ts";
import { useSiteId } from "../../api/sites.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import { FocalCrops, FocalImage, useFocalChoice } from "../../ui/media/focal-point.tsx";
import { DropBox } from "./choose/drop-box.tsx";
import { MediaChoice } from "./choose/media-choice.tsx";
import type { ControlProps } from "./control.ts";
import { FieldFrame } from "./field-frame.tsx";
import form from "../../ui/form.module.css";
import menu from "../../ui/menu.module.css";
import text from "../../ui/text.module.css";
import fields from "./fields.module.css";
import styles from "./media-control.module.css";

interface MediaValue {
  readonly id: string;
  readonly alt?: string;
}

/** Selects a file from the library, or uploads a dropped one. */
export function MediaControl(props: ControlProps): ReactNode {
  const { field, value, onChange, problem, path, isListed = false } = props;
  const { formatMessage } = useIntl();
  const [isOpen, setIsOpen] = useState(false);
  const chosen = readMedia(value);
  const imagesOnly = field.accept === "image";
  const choose = (
    <Button onPress={() => setIsOpen(true)} data-path={path}>
      <FormattedMessage id={chosen === undefined ? "field.chooseMedia" : "field.otherMedia"} />
    </Button>
  );
  const take = (id: string): void => {
    onChange({ id });
    setIsOpen(false);
  };
  return (
    <FieldFrame field={field} problem={problem} hasOwnLabel={isListed}>
      {chosen === undefined ? (
        <DropBox
          imagesOnly={imagesOnly}
          onSent={([id]) => id !== undefined && take(id)}
          before={choose}
        >
          <p className={`${text["faint"]} ${fields["help"]}`}>
            <FormattedMessage id="field.dropHere" />
          </p>
        </DropBox>
      ) : (
        <Chosen {...props} value={chosen} imagesOnly={imagesOnly} choose={choose} onTake={take} />
      )}
      <Dialog title={field.label} isOpen={isOpen} isWide onClose={() => setIsOpen(false)}>
        <MediaChoice
          label={formatMessage({ id: "field.library" })}
          imagesOnly={imagesOnly}
          onChoose={take}
        />
      </Dialog>
    </FieldFrame>
  );
}

interface ChosenProps extends Omit<ControlProps, "value"> {
  readonly value: MediaValue;
  readonly imagesOnly: boolean;
  /** Button that selects another file. */
  readonly choose: ReactNode;
  readonly onTake: (id: string) => void;
}

/** The selected file and its actions. A file dropped on it replaces it. */
function Chosen(props: ChosenProps): ReactNode {
  const { field, value, onChange, imagesOnly, choose, onTake, isListed = false } = props;
  const { data: media, isError } = useMedia(value.id);
  const [isCropping, setIsCropping] = useState(false);
  const isImage = media?.mime_type.startsWith("image/") === true;
  return (
    <>
      <DropBox
        imagesOnly={imagesOnly}
        look={isImage ? "picture" : "box"}
        onSent={([id]) => id !== undefined && onTake(id)}
        before={choose}
        after={
          <>
            {isImage && (
              <Button onPress={() => setIsCropping(true)}>
                <Crop size={14} aria-hidden="true" />
                <FormattedMessage id="field.crop" />
              </Button>
            )}
            <MoreOfMedia
              id={value.id}
              {...(!isListed && { onRemove: () => onChange(undefined) })}
            />
          </>
        }
      >
        {isError && (
          <p className={text["problem"]}>
            <FormattedMessage id="field.mediaGone" values={{ id: value.id }} />
          </p>
        )}
        {media !== undefined && <Shown media={media} isImage={isImage} />}
      </DropBox>
      {media !== undefined && isImage && (
        <>
          <p className={`${text["faint"]} ${fields["help"]} ${styles["caption"]}`}>
            <span>{media.filename}</span>
            {media.width !== undefined && <span>{`${media.width} × ${media.height}`}</span>}
          </p>
          <AltText value={value} media={media} onChange={onChange} />
          <Dialog
            title={<FormattedMessage id="field.cropOf" values={{ field: field.label }} />}
            isOpen={isCropping}
            onClose={() => setIsCropping(false)}
          >
            <Cropping media={media} />
          </Dialog>
        </>
      )}
    </>
  );
}

function Shown({
  media,
  isImage,
}: {
  readonly media: Media;
  readonly isImage: boolean;
}): ReactNode {
  const { contentUrl, filename, alt, width, height } = media;
  if (isImage) {
    return (
      <img className={styles["picture"]} src={contentUrl} alt={alt} width={width} height={height} />
    );
  }
  return (
    <p className={styles["file"]}>
      <FileIcon size={20} aria-hidden="true" />
      {filename}
    </p>
  );
}

interface MoreOfMediaProps {
  readonly id: string;
  /** Absent if the list removes it. */
  readonly onRemove?: () => void;
}

function MoreOfMedia({ id, onRemove }: MoreOfMediaProps): ReactNode {
  const { formatMessage } = useIntl();
  const site = useSiteId();
  const item = menu["item"] ?? "";
  return (
    <MenuTrigger>
      <Button iconOnly aria-label={formatMessage({ id: "field.moreOfFile" })}>
        <Ellipsis size={16} aria-hidden="true" />
      </Button>
      <Popover className={menu["popup"] ?? ""} placement="bottom end">
        <Menu className={menu["menu"] ?? ""}>
          <MenuItem className={item} href={`/sites/${site}/media?file=${id}`} target="_blank">
            <FolderOpen size={16} aria-hidden="true" />
            <FormattedMessage id="field.inLibrary" />
          </MenuItem>
          {onRemove !== undefined && (
            <MenuItem className={item} onAction={onRemove}>
              <X size={16} aria-hidden="true" />
              <FormattedMessage id="field.remove" />
            </MenuItem>
          )}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

/** Sets the focal point for cropping. It belongs to the file and applies everywhere it is used. */
function Cropping({ media }: { readonly media: Media }): ReactNode {
  const focal = useFocalChoice(media);
  return (
    <div className={form["form"]}>
      <FocalImage media={media} {...focal} />
      <FocalCrops media={media} isReadOnly={false} {...focal} />
      <p className={`${text["faint"]} ${fields["help"]}`}>
        <FormattedMessage id="field.cropHelp" />
      </p>
    </div>
  );
}

interface AltTextProps {
  readonly value: MediaValue;
  readonly media: Media;
  readonly onChange: (value: MediaValue) => void;
}

/** Alt text for this use; empty to use the library's alt text. */
function AltText({ value, media, onChange }: AltTextProps): ReactNode {
  const { formatMessage } = useIntl();
  const own = value.alt ?? "";
  const isMissing = own === "" && media.alt === "";
  return (
    <TextField
      label={formatMessage({ id: "field.alt" })}
      value={own}
      placeholder={media.alt}
      {...(isMissing && { help: formatMessage({ id: "field.altMissing" }) })}
      onChange={(alt) => {
        const { alt: _before, ...rest } = value;
        onChange(alt === "" ? rest : { ...rest, alt });
      }}
    />
  );
}

function readMedia(value: unknown): MediaValue | undefined {
  if (typeof value === "string" && value !== "") return { id: value };
  if (typeof value !== "object" || value === null || !("id" in value)) return undefined;
  const alt = "alt" in value && typeof value.alt === "string" ? { alt: value.alt } : {};
  return { ...value, id: String(value.id), ...alt };
}
