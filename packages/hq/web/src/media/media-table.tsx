import { ArrowDown, ArrowUp } from "lucide-react";
import { type ReactNode, useState } from "react";
import { FormattedDate, FormattedMessage, FormattedNumber, useIntl } from "react-intl";
import type { MediaOrder } from "../api/media/media-library.ts";
import { type Media, thumbnailUrl } from "../api/media/media.ts";
import type { MessageId } from "../messages/messages.ts";
import { Checkbox } from "../ui/fields/checkbox.tsx";
import { HiddenText } from "../ui/notes/hidden-text.tsx";
import { FileSize } from "../ui/values/file-size.tsx";
import { MoveButton } from "./panel/move-button.tsx";
import text from "../ui/text.module.css";
import styles from "./media-table.module.css";

interface MediaTableProps {
  readonly media: readonly Media[];
  readonly openId: string | undefined;
  readonly order: MediaOrder;
  readonly mayWrite: boolean;
  readonly onOrder: (order: MediaOrder) => void;
  readonly onShow: (id: string) => void;
}

/** The sort key and initial direction of each column. */
const COLUMNS = [
  { by: "filename", label: "media.column.name", first: "filename" },
  { by: "mimeType", label: "media.column.kind", first: "mimeType" },
  { by: "byteSize", label: "media.column.size", first: "-byteSize" },
  { by: "uses", label: "media.column.uses", first: "-uses" },
  { by: "createdAt", label: "media.column.added", first: "-createdAt" },
] as const satisfies readonly { by: string; label: MessageId; first: MediaOrder }[];

/** The files of the library as rows, which can be sorted and moved together. */
export function MediaTable(props: MediaTableProps): ReactNode {
  const { media, openId, mayWrite, onShow } = props;
  const { formatMessage } = useIntl();
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  // Selected files that a new search no longer shows are not moved.
  const chosen = media.filter(({ id }) => ticked.has(id));
  const tick = (id: string, isTicked: boolean): void => {
    setTicked(new Set([...ticked].filter((one) => one !== id).concat(isTicked ? id : [])));
  };
  return (
    <>
      {chosen.length > 0 && (
        <div className={styles["acts"]}>
          <span role="status">
            <FormattedMessage id="media.chosen" values={{ count: chosen.length }} />
          </span>
          <MoveButton
            ids={chosen.map(({ id }) => id)}
            from={chosen[0]?.folder ?? ""}
            onMoved={() => setTicked(new Set())}
          />
        </div>
      )}
      <table className={styles["table"]}>
        <caption>
          <HiddenText>{formatMessage({ id: "media.title" })}</HiddenText>
        </caption>
        <Head {...props} />
        <tbody>
          {media.map((one) => (
            <tr key={one.id} {...(one.id === openId && { "data-shown": true })}>
              {mayWrite && (
                <td>
                  <Checkbox
                    aria-label={formatMessage({ id: "media.choose" }, { name: one.filename })}
                    isSelected={ticked.has(one.id)}
                    onChange={(isTicked) => tick(one.id, isTicked)}
                  >
                    {null}
                  </Checkbox>
                </td>
              )}
              <Cells media={one} onShow={onShow} />
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function Head({ order, mayWrite, onOrder }: MediaTableProps): ReactNode {
  return (
    <thead>
      <tr>
        {mayWrite && (
          <th scope="col">
            <HiddenText>
              <FormattedMessage id="media.column.choose" />
            </HiddenText>
          </th>
        )}
        {COLUMNS.map(({ by, label, first }) => {
          const sorted = sortedBy(order, by);
          return (
            <th key={by} scope="col" aria-sort={sorted} data-column={by}>
              <button
                type="button"
                onClick={() => onOrder(sorted === undefined ? first : otherWay(order))}
              >
                <FormattedMessage id={label} />
                {sorted === "ascending" && <ArrowUp size={12} aria-hidden="true" />}
                {sorted === "descending" && <ArrowDown size={12} aria-hidden="true" />}
              </button>
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

function sortedBy(order: MediaOrder, by: string): "ascending" | "descending" | undefined {
  if (order === by) return "ascending";
  return order === `-${by}` ? "descending" : undefined;
}

function otherWay(order: MediaOrder): MediaOrder {
  const [found = order] = COLUMNS.flatMap(({ by }): readonly MediaOrder[] => {
    if (order === by) return [`-${by}`];
    return order === `-${by}` ? [by] : [];
  });
  return found;
}

function Cells({ media, onShow }: Pick<MediaTableProps, "onShow"> & { media: Media }): ReactNode {
  const { id, filename, folder, mime_type: type, byte_size: bytes, uses = 0, createdAt } = media;
  const preview = thumbnailUrl(media);
  return (
    <>
      <td>
        <button type="button" className={styles["file"]} onClick={() => onShow(id)}>
          <span className={styles["picture"]} aria-hidden="true">
            {preview !== undefined && <img src={preview} alt="" loading="lazy" />}
          </span>
          <span className={styles["name"]}>
            {filename}
            {folder !== undefined && <small className={text["faint"]}>{folder}</small>}
          </span>
        </button>
      </td>
      <td data-column="mimeType">{type.split("/").at(-1)}</td>
      <td data-column="byteSize">
        <FileSize bytes={bytes} />
      </td>
      <td data-column="uses">
        {uses === 0 ? <FormattedMessage id="media.notUsed" /> : <FormattedNumber value={uses} />}
      </td>
      <td data-column="createdAt">
        <FormattedDate value={createdAt} dateStyle="medium" />
      </td>
    </>
  );
}
