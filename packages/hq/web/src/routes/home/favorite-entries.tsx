import { type ReactNode, useState } from "react";
import { FormattedMessage } from "react-intl";
import { Link } from "react-router";
import { useEntriesById } from "../../api/content/entries-by-id.ts";
import { useSiteId } from "../../api/sites.ts";
import { recentEntries } from "../../shell/commands/recent.ts";
import { useFavorites } from "../../shell/preferences/favorites.ts";
import { StateMark } from "../../ui/values/state-mark.tsx";
import styles from "./home.module.css";

const STARRED = 10;
const VIEWED = 5;

/** The user's favorite entries. Renders nothing if there are none. */
export function FavoriteEntries(): ReactNode {
  const { favorites } = useFavorites(useSiteId());
  const ids = favorites.map(({ id }) => id);
  return <Remembered title="favourite.title" ids={ids.slice(0, STARRED)} />;
}

/** The entries opened last in this browser. */
export function ViewedEntries(): ReactNode {
  const site = useSiteId();
  // A snapshot, so that nothing moves while the page is open.
  const [recent] = useState(recentEntries);
  const ids = recent.filter((entry) => entry.site === site).map(({ id }) => id);
  return <Remembered title="home.viewed" ids={ids.slice(0, VIEWED)} />;
}

interface RememberedProps {
  readonly title: "favourite.title" | "home.viewed";
  readonly ids: readonly string[];
}

function Remembered({ title: heading, ids }: RememberedProps): ReactNode {
  const { data = [] } = useEntriesById(ids);
  const entries = ids.flatMap((id) => data.find((entry) => entry.id === id) ?? []);
  if (entries.length === 0) return null;
  return (
    <section className={styles["section"]}>
      <div className={styles["sectionHead"]}>
        <h2>
          <FormattedMessage id={heading} />
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
