import { File as FileIcon } from "lucide-react";
import { type ReactNode, useState } from "react";
import { GridList, GridListItem } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import { type Media, previewOf, useMediaLibrary } from "../../api/media/media.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/fields/checkbox.tsx";
import { SearchBox } from "../../ui/fields/search-box.tsx";
import styles from "./choice.module.css";

interface MediaChoiceProps {
  readonly label: string;
  readonly imagesOnly: boolean;
  readonly onChoose: (id: string) => void;
}

/** A file of the library to choose. */
export function MediaChoice({ label, imagesOnly, onChoose }: MediaChoiceProps): ReactNode {
  const { search, media } = useLibrary(imagesOnly);
  return (
    <div className={styles["choice"]}>
      {search}
      <GridList
        className={styles["tiles"] ?? ""}
        layout="grid"
        aria-label={label}
        onAction={(key) => onChoose(String(key))}
        renderEmptyState={() => <FormattedMessage id="entries.noMatch" />}
      >
        {media.map((one) => (
          <Tile key={one.id} media={one} />
        ))}
      </GridList>
    </div>
  );
}

interface FilesChoiceProps extends Omit<MediaChoiceProps, "onChoose"> {
  /** How many more fit. */
  readonly room: number;
  readonly onChoose: (ids: readonly string[]) => void;
}

/** Several files of the library at once; what is ticked stays ticked while the search changes. */
export function FilesChoice({ label, imagesOnly, room, onChoose }: FilesChoiceProps): ReactNode {
  const { search, media } = useLibrary(imagesOnly);
  const [ticked, setTicked] = useState<readonly string[]>([]);
  return (
    <div className={styles["choice"]}>
      {search}
      <GridList
        className={styles["tiles"] ?? ""}
        layout="grid"
        aria-label={label}
        selectionMode="multiple"
        selectedKeys={ticked}
        onSelectionChange={(keys) => {
          const shown = media.map(({ id }) => id);
          const chosen = keys === "all" ? shown : shown.filter((id) => keys.has(id));
          const hidden = ticked.filter((id) => !shown.includes(id));
          setTicked([...hidden, ...chosen].slice(0, room));
        }}
        renderEmptyState={() => <FormattedMessage id="entries.noMatch" />}
      >
        {media.map((one) => (
          <Tile key={one.id} media={one} isTicked />
        ))}
      </GridList>
      <div className={styles["end"]}>
        <Button look="primary" isDisabled={ticked.length === 0} onPress={() => onChoose(ticked)}>
          <FormattedMessage id="choice.addFiles" values={{ count: ticked.length }} />
        </Button>
      </div>
    </div>
  );
}

function useLibrary(imagesOnly: boolean): {
  readonly search: ReactNode;
  readonly media: readonly Media[];
} {
  const { formatMessage } = useIntl();
  const [search, setSearch] = useState("");
  const { data: media = [] } = useMediaLibrary(search);
  return {
    search: (
      <SearchBox
        autoFocus
        label={formatMessage({ id: "field.searchMedia" })}
        value={search}
        onChange={setSearch}
      />
    ),
    media: media.filter(({ mime_type }) => !imagesOnly || mime_type.startsWith("image/")),
  };
}

interface TileProps {
  readonly media: Media;
  readonly isTicked?: boolean;
}

function Tile({ media, isTicked = false }: TileProps): ReactNode {
  const preview = previewOf(media);
  return (
    <GridListItem id={media.id} textValue={media.filename} className={styles["tile"] ?? ""}>
      {isTicked && (
        <span className={styles["tick"]}>
          <Checkbox slot="selection">{null}</Checkbox>
        </span>
      )}
      {preview === undefined ? <FileIcon size={24} /> : <img src={preview} alt={media.alt} />}
      <small>{media.filename}</small>
    </GridListItem>
  );
}
