import { LayoutGrid, List, Upload } from "lucide-react";
import type { ReactNode } from "react";
import {
  DropZone,
  FileTrigger,
  isFileDropItem,
  Meter,
  ToggleButton,
  ToggleButtonGroup,
} from "react-aria-components";
import { FormattedMessage, FormattedNumber, useIntl } from "react-intl";
import { type MediaCounts, useMediaPages, useMediaUsage } from "../api/media/media-library.ts";
import type { Media } from "../api/media/media.ts";
import { addUploads } from "../api/media/uploads.ts";
import { useSite, useSiteId } from "../api/sites.ts";
import { changeSettings, useSettings } from "../shell/preferences/settings.ts";
import { useTitle } from "../shell/use-title.ts";
import { Button } from "../ui/button.tsx";
import { SearchBox } from "../ui/fields/search-box.tsx";
import { FetchButton } from "../ui/media/fetch-button.tsx";
import { Loading } from "../ui/notes/loading.tsx";
import { Note } from "../ui/notes/note.tsx";
import { Refusal } from "../ui/notes/refusal.tsx";
import { ScreenHead } from "../ui/screen-head.tsx";
import { FileSize } from "../ui/values/file-size.tsx";
import { DescribeList } from "./describe-list.tsx";
import { Folders } from "./folders.tsx";
import { MediaGrid } from "./media-grid.tsx";
import { FILTERS, type MediaParams, ORDERS, useMediaParams } from "./media-params.ts";
import { MediaTable } from "./media-table.tsx";
import { MediaPanel } from "./panel/media-panel.tsx";
import segments from "../ui/fields/segments.module.css";
import listStyles from "../ui/list.module.css";
import tabs from "../ui/tabs.module.css";
import text from "../ui/text.module.css";
import mediaScreenStyles from "./media-screen.module.css";
import styles from "./media.module.css";

/** `/sites/{site}/media`: the media library. */
export function MediaScreen(): ReactNode {
  const { formatMessage } = useIntl();
  const title = formatMessage({ id: "media.title" });
  useTitle(title);
  const { data: site } = useSite();
  const address = useMediaParams();
  const siteId = useSiteId();
  const mayWrite = site !== undefined && site.role !== "view";
  const { folder } = address.list;
  const add = (files: readonly File[]): void => {
    addUploads(siteId, files, folder === undefined ? {} : { folder });
  };
  const show = (id: string): void => address.change("file", id);
  return (
    <>
      <ScreenHead title={title}>
        {mayWrite && (
          <>
            <FetchButton folder={folder ?? ""} onFetched={show} />
            <FileTrigger
              allowsMultiple
              onSelect={(files) => files !== null && add(Array.from(files))}
            >
              <Button look="primary">
                <Upload size={15} aria-hidden="true" />
                <FormattedMessage id="media.upload" />
              </Button>
            </FileTrigger>
          </>
        )}
      </ScreenHead>
      <div className={styles["split"]}>
        <DropZone
          className={styles["library"] ?? ""}
          isDisabled={!mayWrite}
          aria-label={formatMessage({ id: "media.drop" })}
          onDrop={({ items }) => {
            const files = items.filter(isFileDropItem).map((item) => item.getFile());
            void Promise.all(files).then(add);
          }}
        >
          <Library address={address} mayWrite={mayWrite} onShow={show} />
          <StorageMeter />
        </DropZone>
        {address.openId !== undefined && (
          <MediaPanel
            key={address.openId}
            id={address.openId}
            onClose={() => address.change("file", undefined)}
          />
        )}
      </div>
    </>
  );
}

interface LibraryProps {
  readonly address: MediaParams;
  readonly mayWrite: boolean;
  readonly onShow: (id: string) => void;
}

function Library({ address, mayWrite, onShow }: LibraryProps): ReactNode {
  const { list, change } = address;
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useMediaPages(list);
  if (data === undefined) {
    return (
      <>
        <Tools address={address} />
        {<Loading error={error} />}
      </>
    );
  }
  const media = data.pages.flatMap((page) => page.media);
  const { counts = NO_COUNTS, folders = [], total = 0 } = data.pages[0] ?? {};
  return (
    <>
      <Tools address={address} />
      <Folders folders={folders} folder={list.folder} />
      <Filters counts={counts} filter={list.filter} onChange={(to) => change("show", to)} />
      <Refusal error={error} />
      <Files
        media={media}
        isEmpty={counts.all === 0 && list.folder === undefined}
        mayWrite={mayWrite}
        address={address}
        onShow={onShow}
      />
      {hasNextPage && (
        <div className={listStyles["none"]}>
          <Button isWorking={isFetchingNextPage} onPress={() => void fetchNextPage()}>
            <FormattedMessage id="media.more" values={{ shown: media.length, total }} />
          </Button>
        </div>
      )}
    </>
  );
}

interface FilesProps {
  readonly media: readonly Media[];
  readonly isEmpty: boolean;
  readonly mayWrite: boolean;
  readonly address: MediaParams;
  readonly onShow: (id: string) => void;
}

function Files({ media, isEmpty, mayWrite, address, onShow }: FilesProps): ReactNode {
  const { mediaRows } = useSettings();
  const {
    list: { filter, order },
    openId,
    change,
  } = address;
  const none = (
    <p className={listStyles["none"]} role="status">
      <FormattedMessage id={isEmpty ? "media.none" : "entries.noMatch"} />
    </p>
  );
  // Alt texts are edited one by one.
  if (mayWrite && filter === "missingAlt") {
    return <DescribeList media={media} none={none} onShow={onShow} />;
  }
  if (media.length === 0) return none;
  if (!mediaRows) return <MediaGrid media={media} openId={openId} onShow={onShow} />;
  const onOrder = (to: string): void => change("order", to);
  return <MediaTable {...{ media, openId, order, mayWrite, onOrder, onShow }} />;
}

const NO_COUNTS: MediaCounts = {
  all: 0,
  image: 0,
  video: 0,
  audio: 0,
  document: 0,
  unused: 0,
  missingAlt: 0,
};

function Tools({ address: { list, change } }: Pick<LibraryProps, "address">): ReactNode {
  const { formatMessage } = useIntl();
  const { mediaRows } = useSettings();
  return (
    <div className={styles["tools"]}>
      <SearchBox
        label={formatMessage({ id: "field.searchMedia" })}
        value={list.search}
        onChange={(words) => change("q", words)}
      />
      <ToggleButtonGroup
        className={`${segments["segments"]} ${styles["look"]}`}
        aria-label={formatMessage({ id: "media.look" })}
        disallowEmptySelection
        selectedKeys={[mediaRows ? "rows" : "grid"]}
        onSelectionChange={(keys) => changeSettings({ mediaRows: keys.has("rows") })}
      >
        <ToggleButton id="grid" aria-label={formatMessage({ id: "media.look.grid" })}>
          <LayoutGrid size={16} aria-hidden="true" />
        </ToggleButton>
        <ToggleButton id="rows" aria-label={formatMessage({ id: "media.look.rows" })}>
          <List size={16} aria-hidden="true" />
        </ToggleButton>
      </ToggleButtonGroup>
      <label className={styles["order"]}>
        <FormattedMessage id="media.order" />
        <select value={list.order} onChange={(event) => change("order", event.target.value)}>
          {/* The sort orders of table columns have no label here. */}
          {!ORDERS.some((one) => one === list.order) && <option value={list.order} />}
          {ORDERS.map((order) => (
            <option key={order} value={order}>
              {formatMessage({ id: `media.order.${order}` })}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

interface FiltersProps {
  readonly counts: MediaCounts;
  readonly filter: string | undefined;
  readonly onChange: (filter: string | undefined) => void;
}

/** Filters for all files, a kind, or files that need attention. Empty ones are hidden. */
function Filters({ counts, filter, onChange }: FiltersProps): ReactNode {
  const { formatMessage } = useIntl();
  const filters = FILTERS.filter((one) => one === filter || counts[one] > 0);
  return (
    <ToggleButtonGroup
      className={`${tabs["tabs"]} ${tabs["wide"]}`}
      aria-label={formatMessage({ id: "media.filters" })}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[filter ?? "all"]}
      onSelectionChange={([key]) => onChange(key === "all" ? undefined : String(key))}
    >
      {(["all", ...filters] as const).map((one) => (
        <ToggleButton key={one} id={one} className={tabs["tab"] ?? ""}>
          <FormattedMessage id={`media.show.${one}`} />
          <span className={tabs["count"]}>
            <FormattedNumber value={counts[one]} />
          </span>
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}

/** Usage of the workspace's media storage, and the consequences when it is full. */
function StorageMeter(): ReactNode {
  const { formatMessage } = useIntl();
  const { data: usage } = useMediaUsage();
  if (usage === undefined) return null;
  const { used, limit } = usage;
  // No limit, so never full.
  if (limit === null) return null;
  return (
    <div className={mediaScreenStyles["storage"]}>
      <Meter
        value={Math.min(used, limit)}
        maxValue={limit}
        aria-label={formatMessage({ id: "media.storage" })}
        className={mediaScreenStyles["meter"] ?? ""}
      >
        {({ percentage }) => (
          <>
            <span className={text["detail"]}>
              <FormattedMessage
                id="media.usage"
                values={{ used: <FileSize bytes={used} />, limit: <FileSize bytes={limit} /> }}
              />
            </span>
            <span className={mediaScreenStyles["bar"]}>
              <span data-full={used >= limit || undefined} style={{ width: `${percentage}%` }} />
            </span>
          </>
        )}
      </Meter>
      {used >= limit && (
        <Note tone="madder">
          <FormattedMessage id="media.full" />
        </Note>
      )}
    </div>
  );
}
