import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { Link } from "react-router";
import { useEntriesById } from "../../api/content/entries-by-id.ts";
import { useMediaUsers } from "../../api/media/media-library.ts";
import { useSite, useTypes } from "../../api/sites.ts";
import heading from "../../ui/heading.module.css";
import styles from "../media.module.css";

/** Further entries are shown by slug. */
const NAMED = 50;

/** The entries that use a file, without duplicates. */
export function MediaUsers({ id }: { readonly id: string }): ReactNode {
  const { data: links } = useMediaUsers(id);
  const { data: site } = useSite();
  const { data: types = [] } = useTypes();
  const entries = [
    ...new Map(links?.map((link) => [`${link.type}/${link.id ?? link.slug}`, link])).values(),
  ];
  const ids = entries.flatMap((entry) => entry.id ?? []);
  const { data: found = [] } = useEntriesById(ids.slice(0, NAMED));
  const titles = new Map(found.map((entry) => [entry.id, entry.title]));
  if (links === undefined || site === undefined) return null;
  return (
    <section>
      <h3 className={heading["label"]}>
        <FormattedMessage id="media.usedIn" values={{ count: entries.length }} />
      </h3>
      <ul className={styles["users"]}>
        {entries.map((link) => (
          <li key={`${link.type}/${link.id}`}>
            <Link to={`/sites/${site.id}/entries/${link.type}/${link.id ?? link.slug}`}>
              {titles.get(link.id) ?? link.slug}
            </Link>
            <small>{types.find(({ apiId }) => apiId === link.type)?.label ?? link.type}</small>
          </li>
        ))}
      </ul>
    </section>
  );
}
