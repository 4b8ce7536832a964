import { File as FileIcon } from "lucide-react";
import type { ReactNode } from "react";
import { GridList, GridListItem } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import { type Media, thumbnailUrl } from "../api/media/media.ts";
import { FileSize } from "../ui/values/file-size.tsx";
import styles from "./media.module.css";

interface MediaGridProps {
  readonly media: readonly Media[];
  readonly openId: string | undefined;
  readonly onShow: (id: string) => void;
}

/** The files of the library as tiles. Arrow keys move between tiles. */
export function MediaGrid({ media, openId, onShow }: MediaGridProps): ReactNode {
  const { formatMessage } = useIntl();
  return (
    <GridList
      className={styles["tiles"] ?? ""}
      layout="grid"
      aria-label={formatMessage({ id: "media.title" })}
      selectionMode="single"
      selectedKeys={openId === undefined ? [] : [openId]}
      onSelectionChange={(keys) => {
        const [key] = keys;
        if (key !== undefined) onShow(String(key));
      }}
    >
      {media.map((one) => (
        <Tile key={one.id} media={one} />
      ))}
    </GridList>
  );
}

function Tile({ media }: { readonly media: Media }): ReactNode {
  const { id, filename, alt, byte_size: byteSize, width, height } = media;
  const preview = thumbnailUrl(media);
  return (
    <GridListItem id={id} textValue={filename} className={styles["tile"] ?? ""}>
      <span className={styles["picture"]}>
        {preview === undefined ? (
          <FileIcon size={28} aria-hidden="true" />
        ) : (
          <img src={preview} alt={alt} loading="lazy" />
        )}
        {preview !== undefined && alt === "" && (
          <span className={styles["badge"]}>
            <FormattedMessage id="media.noAlt" />
          </span>
        )}
      </span>
      <span className={styles["name"]}>{filename}</span>
      <small>
        {width !== undefined && height !== undefined && `${width} × ${height} · `}
        <FileSize bytes={byteSize} />
      </small>
    </GridListItem>
  );
}
