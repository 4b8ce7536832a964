import { FileText } from "lucide-react";
import type { ReactNode } from "react";
import styles from "./thumbnail.module.css";

interface ThumbnailProps {
  /** URL of the image; undefined if there is no image. */
  readonly picture: string | undefined;
  /** @default small, for use in text */
  readonly size?: "small" | "medium" | "large";
}

/** The thumbnail of an entry, next to its title. */
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
