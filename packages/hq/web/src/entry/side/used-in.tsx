import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { Link } from "react-router";
import { useEntriesById } from "../../api/content/entries-by-id.ts";
import { type Entry, useEntryUsers } from "../../api/content/entry.ts";
import { useSiteId, useTypes } from "../../api/sites.ts";
import { Thumbnail } from "../../ui/values/thumbnail.tsx";
import styles from "./side.module.css";

const SHOWN = 6;

/** The entries that reference this one, without duplicates. */
export function UsedIn({ entry }: { readonly entry: Entry }): ReactNode {
  const site = useSiteId();
  const { data: users = [] } = useEntryUsers(entry);
  const ids = [...new Set(users.flatMap(({ id }) => id ?? []))];
  const { data: found = [] } = useEntriesById(ids.slice(0, SHOWN), { thumbnails: true });
  const { data: types = [] } = useTypes();
  if (ids.length === 0) return null;
  return (
    <section className={styles["section"]}>
      <h2>
        <FormattedMessage id="side.usedIn" values={{ count: ids.length }} />
      </h2>
      <ul>
        {found.map(({ id, slug, type, title, thumbnail }) => (
          <li key={`${type}/${slug}`} className={styles["line"]}>
            <Link
              to={`/sites/${site}/entries/${type}/${id ?? slug}`}
              className={styles["named"] ?? ""}
            >
              <Thumbnail picture={thumbnail?.url} />
              <span className={styles["clip"]}>{title}</span>
            </Link>
            <small>{types.find(({ apiId }) => apiId === type)?.label ?? type}</small>
          </li>
        ))}
      </ul>
      {ids.length > SHOWN && (
        <p className={styles["help"]}>
          <FormattedMessage id="side.moreUsers" values={{ count: ids.length - SHOWN }} />
        </p>
      )}
    </section>
  );
}
