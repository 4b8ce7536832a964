import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { Link } from "react-router";
import { useChangesOfEntry } from "../../api/changes/changes.ts";
import type { Entry } from "../../api/content/entry.ts";
import { useSiteId } from "../../api/sites.ts";
import styles from "./side.module.css";

/** The open change requests that also change the entry. */
export function ChangeRequestsSection({ entry }: { readonly entry: Entry }): ReactNode {
  const site = useSiteId();
  const { data: touching = [] } = useChangesOfEntry(entry.id);
  if (touching.length === 0) return null;
  return (
    <section className={styles["section"]}>
      <h2>
        <FormattedMessage id="side.inProposals" values={{ count: touching.length }} />
      </h2>
      <ul>
        {touching.map(({ number, title }) => (
          <li key={number} className={styles["line"]}>
            <Link to={`/sites/${site}/review/${number}`} className={styles["named"] ?? ""}>
              <span className={styles["clip"]}>{title}</span>
            </Link>
            <small>#{number}</small>
          </li>
        ))}
      </ul>
    </section>
  );
}
