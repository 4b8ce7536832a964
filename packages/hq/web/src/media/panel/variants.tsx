import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import type { Media } from "../../api/media/media.ts";
import { CopyUrl } from "./copy-url.tsx";
import styles from "../media.module.css";

/** The variants of an image with their URLs. */
export function Variants({ media: { variants } }: { readonly media: Media }): ReactNode {
  if (variants.length === 0) return null;
  return (
    <details>
      <summary className={styles["heading"]}>
        <FormattedMessage id="media.variants" values={{ count: variants.length }} />
      </summary>
      <ul className={styles["users"]}>
        {variants.map(({ width, format, url }) => {
          const name = `${width} px ${format.toUpperCase()}`;
          return (
            <li key={url}>
              {name}
              <CopyUrl url={url} of={name} />
            </li>
          );
        })}
      </ul>
    </details>
  );
}
