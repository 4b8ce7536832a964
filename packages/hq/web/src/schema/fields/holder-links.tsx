import type { ReactNode } from "react";
import { Link } from "react-router";
import { useEntriesById } from "../../api/content/entries-by-id.ts";
import { useSiteId } from "../../api/sites.ts";
import styles from "./fields.module.css";

/** Links to the affected entries. */
export function HolderLinks({ ids }: { readonly ids: readonly string[] }): ReactNode {
  const site = useSiteId();
  const { data = [] } = useEntriesById(ids);
  if (data.length === 0) return null;
  return (
    <ul className={styles["holders"]}>
      {data.map(({ id, type, title, slug }) => (
        <li key={id ?? slug}>
          <Link to={`/sites/${site}/entries/${type}/${id}`}>{title}</Link>
        </li>
      ))}
    </ul>
  );
}
