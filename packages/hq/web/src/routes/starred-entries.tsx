import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { Link } from "react-router";
import { useEntriesById } from "../api/content/entries-by-id.ts";
import { useSiteId } from "../api/sites.ts";
import { useFavourites } from "../shell/favourites.ts";
import { StateMark } from "../ui/values/state-mark.tsx";
import styles from "./home.module.css";

const ROWS = 10;

/** The entries that somebody comes back to; nothing where none is marked, or none of them is left. */
export function StarredEntries(): ReactNode {
  const ids = useFavourites(useSiteId())
    .slice(0, ROWS)
    .map(({ id }) => id);
  const { data = [] } = useEntriesById(ids);
  const entries = ids.flatMap((id) => data.find((entry) => entry.id === id) ?? []);
  if (entries.length === 0) return null;
  return (
    <section className={styles["section"]}>
      <div className={styles["sectionHead"]}>
        <h2>
          <FormattedMessage id="favourite.title" />
        </h2>
      </div>
      <ul>
        {entries.map(({ id, type, title, state }) => (
          <li key={id} className={styles["line"]}>
            <div className={styles["names"]}>
              <b>
                <Link to={`entries/${type}/${id}`}>{title}</Link>
              </b>
            </div>
            <StateMark state={state} />
          </li>
        ))}
      </ul>
    </section>
  );
}
