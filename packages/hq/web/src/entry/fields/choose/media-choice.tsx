import { File as FileIcon } from "lucide-react";
import { type ReactNode, useState } from "react";
import { GridList, GridListItem } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import { useMediaPages } from "../../../api/media/media-library.ts";
import { type Media, thumbnailUrl } from "../../../api/media/media.ts";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/fields/checkbox.tsx";
import { SearchBox } from "../../../ui/fields/search-box.tsx";
import { FetchButton } from "../../../ui/media/fetch-button.tsx";
import { Loading } from "../../../ui/notes/loading.tsx";
import { DropBox } from "./drop-box.tsx";
import form from "../../../ui/form.module.css";
import text from "../../../ui/text.module.css";
import styles from "../choice.module.css";

interface MediaChoiceProps {
  readonly label: string;
  readonly imagesOnly: boolean;
  readonly onChoose: (id: string) => void;
}

/** Selects a file from the library, or uploads one. */
export function MediaChoice({ label, imagesOnly, onChoose }: MediaChoiceProps): ReactNode {
  const { search, media, found, more } = useLibrary(imagesOnly);
  return (
    <div className={styles["choice"]}>
      <DropBox
        imagesOnly={imagesOnly}
        onSent={([id]) => id !== undefined && onChoose(id)}
        after={<FetchButton look="quiet" folder="" usesKnown onFetched={onChoose} />}
      >
        <p className={text["faint"]}>
          <FormattedMessage id="choice.drop" />
        </p>
      </DropBox>
      {search}
      <GridList
        className={styles["tiles"] ?? ""}
        layout="grid"
        aria-label={label}
        onAction={(key) => onChoose(String(key))}
        renderEmptyState={() => <Empty {...found} />}
      >
        {media.map((one) => (
          <Tile key={one.id} media={one} />
        ))}
      </GridList>
      {more}
    </div>
  );
}

interface FilesChoiceProps extends Omit<MediaChoiceProps, "onChoose"> {
  /** Number of files that can still be added. */
  readonly room: number;
  readonly onChoose: (ids: readonly string[]) => void;
}

/** Selects several files from the library. The selection survives changes of the search. */
export function FilesChoice({ label, imagesOnly, room, onChoose }: FilesChoiceProps): ReactNode {
  const { search, media, found, more } = useLibrary(imagesOnly);
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
        renderEmptyState={() => <Empty {...found} />}
      >
        {media.map((one) => (
          <Tile key={one.id} media={one} isTicked />
        ))}
      </GridList>
      {more}
      <div className={`${form["foot"]} ${styles["end"]}`}>
        <Button look="primary" isDisabled={ticked.length === 0} onPress={() => onChoose(ticked)}>
          <FormattedMessage id="choice.addFiles" values={{ count: ticked.length }} />
        </Button>
      </div>
    </div>
  );
}

interface Library {
  readonly search: ReactNode;
  readonly media: readonly Media[];
  /** State of the search while there are no results. */
  readonly found: Pick<ReturnType<typeof useMediaPages>, "isPending" | "error">;
  /** Button that loads more files. */
  readonly more: ReactNode;
}

function useLibrary(imagesOnly: boolean): Library {
  const { formatMessage } = useIntl();
  const [search, setSearch] = useState("");
  const filter = imagesOnly ? "image" : undefined;
  const list = { filter, search, order: "-createdAt", folder: undefined } as const;
  const found = useMediaPages(list);
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = found;
  return {
    search: (
      <SearchBox
        autoFocus
        label={formatMessage({ id: "field.searchMedia" })}
        value={search}
        onChange={setSearch}
      />
    ),
    media: data?.pages.flatMap(({ media }) => media) ?? [],
    found,
    more: hasNextPage && (
      <div className={styles["more"]}>
        <Button
          look="quiet"
          isWorking={isFetchingNextPage}
          onPress={() => !isFetchingNextPage && void fetchNextPage()}
        >
          <FormattedMessage id="choice.more" />
        </Button>
      </div>
    ),
  };
}

function Empty({ isPending, error }: Library["found"]): ReactNode {
  const hasLoaded = !isPending && error === null;
  return hasLoaded ? <FormattedMessage id="entries.noMatch" /> : <Loading error={error} />;
}

interface TileProps {
  readonly media: Media;
  readonly isTicked?: boolean;
}

function Tile({ media, isTicked = false }: TileProps): ReactNode {
  const preview = thumbnailUrl(media);
  return (
    <GridListItem id={media.id} textValue={media.filename} className={styles["tile"] ?? ""}>
      {isTicked && (
        <span className={styles["tick"]}>
          <Checkbox slot="selection">{null}</Checkbox>
        </span>
      )}
      {preview === undefined ? (
        <FileIcon size={24} />
      ) : (
        <img src={preview} alt={media.alt} loading="lazy" />
      )}
      <small>{media.filename}</small>
    </GridListItem>
  );
}
