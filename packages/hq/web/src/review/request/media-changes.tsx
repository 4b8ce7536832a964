import { File as FileIcon } from "lucide-react";
import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import type { ChangedMedia } from "../../api/changes/change.ts";
import { FileSize } from "../../ui/values/file-size.tsx";
import { ChangedPart } from "./changed-part.tsx";
import styles from "./request.module.css";

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
    <figure className={styles["side"]}>
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
