import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { Link } from "react-router";
import { useUnsavedEntries } from "../../api/content/unsaved-entries.ts";
import { useTypes } from "../../api/sites.ts";
import { Ago } from "../../ui/values/ago.tsx";
import styles from "./home.module.css";

/** New entries that were never saved and appear in no list. Renders nothing if there are none. */
export function UnsavedEntries(): ReactNode {
  const { data: begun = [] } = useUnsavedEntries();
  const { data: types = [] } = useTypes();
  // Entries of deleted types can't be opened.
  const shown = begun.flatMap(({ type: apiId, ...entry }) => {
    const type = types.find((one) => one.apiId === apiId);
    return type === undefined ? [] : [{ ...entry, type }];
  });
  if (shown.length === 0) return null;
  return (
    <section className={styles["section"]}>
      <div className={styles["sectionHead"]}>
        <h2>
          <FormattedMessage id="home.begun" />
        </h2>
      </div>
      <ul>
        {shown.map(({ id, type, keptAt, text }) => (
          <li key={id} className={styles["line"]}>
            <div className={styles["names"]}>
              <b>
                <Link to={`entries/${type.apiId}/${id}`}>
                  {text ?? <FormattedMessage id="entries.new" />}
                </Link>
              </b>
              <small>{type.label}</small>
            </div>
            <Ago time={keptAt} />
          </li>
        ))}
      </ul>
    </section>
  );
}
