import { File as FileIcon, Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { GridList, GridListItem } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import { Link, useNavigate } from "react-router";
import type { ChangeDetail, ChangedMedia } from "../../api/changes/change.ts";
import { useEntriesToChoose } from "../../api/content/entries.ts";
import { useTypes } from "../../api/sites.ts";
import { useEntryPaths } from "../../shell/use-entry-paths.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SearchBox } from "../../ui/fields/search-box.tsx";
import { Loading } from "../../ui/notes/loading.tsx";
import { FileSize } from "../../ui/values/file-size.tsx";
import { Thumbnail } from "../../ui/values/thumbnail.tsx";
import type { Thread } from "../comments/threads.ts";
import { ChangedPart } from "./changed-part.tsx";
import { ContentsList } from "./contents-list.tsx";
import list from "../../ui/list.module.css";
import panel from "../../ui/panel.module.css";
import text from "../../ui/text.module.css";
import contentsStyles from "./contents.module.css";
import styles from "./request.module.css";

interface ContentsProps {
  readonly detail: ChangeDetail;
  readonly threads: readonly Thread[];
  /** Whether the user can add entries. */
  readonly mayAdd: boolean;
}

/** The contents of the change request. */
export function Contents({ detail, threads, mayAdd }: ContentsProps): ReactNode {
  const { entries, media, types, files } = detail;
  const fields = entries.reduce((sum, { changes }) => sum + (changes?.fields.length ?? 0), 0);
  const rows = [
    ...entries.map(({ path, title, kind, changes, viewed }) => ({
      path,
      viewed,
      title,
      about: (
        <FormattedMessage
          id="review.rowEntry"
          values={{ kind, count: changes?.fields.length ?? 0 }}
        />
      ),
    })),
    ...media.map(({ path, before, after, kind, viewed }) => ({
      path,
      viewed,
      title: (after ?? before)?.filename ?? path,
      about: <FormattedMessage id="review.rowMedia" values={{ kind }} />,
    })),
    ...types.map(({ path, apiId, kind, viewed }) => ({
      path,
      viewed,
      title: apiId,
      about: <FormattedMessage id="review.rowType" values={{ kind }} />,
    })),
    ...files.map(({ path, kind, viewed }) => ({
      path,
      viewed,
      title: path,
      about: <FormattedMessage id="review.rowFile" values={{ kind }} />,
    })),
  ];
  return (
    <ContentsList
      detail={detail}
      threads={threads}
      sum={<FormattedMessage id="review.entries" values={{ count: entries.length }} />}
      more={fields > 0 && <FormattedMessage id="review.fields" values={{ count: fields }} />}
      rows={rows}
    >
      {rows.length === 0 && mayAdd && (
        <p className={`${text["faint"]} ${styles["help"]}`}>
          <FormattedMessage id="review.emptyHelp" />
        </p>
      )}
      {mayAdd && (
        <div className={styles["add"]}>
          <AddEntry />
        </div>
      )}
    </ContentsList>
  );
}

/** Opens another entry for editing in the change request: an existing or a new one. */
function AddEntry(): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onPress={() => setIsOpen(true)}>
        <Plus size={15} aria-hidden="true" />
        <FormattedMessage id="review.addEntry" />
      </Button>
      <Dialog
        title={<FormattedMessage id="review.addEntry" />}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
      >
        <Choice />
      </Dialog>
    </>
  );
}

const PICTURES = { thumbnails: true };

function Choice(): ReactNode {
  const { formatMessage } = useIntl();
  const navigate = useNavigate();
  const { form } = useEntryPaths();
  const { data: types = [] } = useTypes();
  const [search, setSearch] = useState("");
  const { data, error } = useEntriesToChoose({ search, order: "-updatedAt" }, PICTURES);
  const entries = (data?.pages ?? [])
    .flatMap((page) => page.entries)
    .filter(({ id, removed }) => id !== undefined && !removed);
  const begun = types.filter(({ kind, version }) => kind === "list" && version > 0);
  return (
    <div className={contentsStyles["choice"]}>
      <p className={`${text["soft"]} ${contentsStyles["new"]}`}>
        <FormattedMessage id="review.beginEntry" />
        {begun.map(({ apiId, label }) => (
          <Link key={apiId} className={text["button"]} to={form(apiId, "new")}>
            {label}
          </Link>
        ))}
      </p>
      <SearchBox
        autoFocus
        label={formatMessage({ id: "entries.search" })}
        value={search}
        onChange={setSearch}
      />
      <GridList
        className={contentsStyles["entries"] ?? ""}
        aria-label={formatMessage({ id: "nav.entries" })}
        onAction={(key) => {
          const chosen = entries.find(({ id }) => id === key);
          if (chosen !== undefined) void navigate(form(chosen.type, String(key)));
        }}
        renderEmptyState={() =>
          data === undefined ? <Loading error={error} /> : <FormattedMessage id="entries.noMatch" />
        }
      >
        {entries.map(({ id = "", title, type, thumbnail }) => (
          <GridListItem
            key={id}
            id={id}
            textValue={title}
            className={`${list["option"]} ${contentsStyles["entry"]}`}
          >
            <Thumbnail picture={thumbnail?.url} size="large" />
            <b>{title}</b>
            <small className={text["detail"]}>
              {types.find(({ apiId }) => apiId === type)?.label ?? type}
            </small>
          </GridListItem>
        ))}
      </GridList>
    </div>
  );
}

type Side = NonNullable<ChangedMedia["before"]>;

/** Added, deleted, and changed files, before and after. */
export function MediaChanges({ media }: { readonly media: readonly ChangedMedia[] }): ReactNode {
  return media.map((one) => <MediaChange key={one.path} {...one} />);
}

function MediaChange({ kind, path, before, after }: ChangedMedia): ReactNode {
  return (
    <ChangedPart kind={kind} path={path} title={(after ?? before)?.filename ?? path}>
      <div className={styles["sides"]}>
        {before !== null && <MediaSide side={before} label="review.before" />}
        {after !== null && <MediaSide side={after} label="review.after" />}
      </div>
    </ChangedPart>
  );
}

interface MediaSideProps {
  readonly side: Side;
  readonly label: "review.before" | "review.after";
}

function MediaSide({ side, label }: MediaSideProps): ReactNode {
  const { filename, alt, mime_type: type, byte_size: bytes, width, height } = side;
  return (
    <figure className={`${panel["panel"]} ${styles["side"]}`}>
      {type.startsWith("image/") ? (
        <img src={pictureOf(side)} alt={alt} />
      ) : (
        <FileIcon size={32} aria-hidden="true" />
      )}
      <figcaption>
        <b>
          <FormattedMessage id={label} />
        </b>
        <span>
          {filename} · {width !== undefined && height !== undefined && `${width} × ${height} · `}
          <FileSize bytes={bytes} />
        </span>
        <span>{alt === "" ? <FormattedMessage id="review.noAlt" /> : alt}</span>
      </figcaption>
    </figure>
  );
}

const WIDTH = 640;

/** Returns the URL of a variant if there is one. */
function pictureOf({ contentUrl, variants }: Side): string {
  const small = variants.find(({ width, format }) => width === WIDTH && format === "webp");
  return small === undefined ? contentUrl : `${contentUrl}&variant=${WIDTH}.webp`;
}
