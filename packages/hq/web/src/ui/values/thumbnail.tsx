import { FileText } from "lucide-react";
import type { ReactNode } from "react";
import styles from "./thumbnail.module.css";

interface ThumbnailProps {
  /** Where the picture is; undefined of what has none. */
  readonly picture: string | undefined;
  /** @default small, as in a line of text */
  readonly size?: "small" | "medium" | "large";
}

/** What an entry looks like, beside its title. */
export function Thumbnail({ picture, size = "small" }: ThumbnailProps): ReactNode {
  return (
    <span className={styles["thumbnail"]} data-size={size}>
      {picture === undefined ? (
        <FileText size={size === "small" ? 12 : 16} aria-hidden="true" />
      ) : (
        <img src={picture} alt="" loading="lazy" />
      )}
    </span>
  );
}
