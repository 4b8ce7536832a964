import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { Link } from "react-router";
import { useFirstEntries } from "../api/content/entries.ts";
import { useNotices } from "../api/notices.ts";
import { useFileProblems } from "../api/people/activity.ts";
import { NoticeList } from "../shell/notifications/notices.tsx";
import home from "./home.module.css";
import styles from "./problems-section.module.css";

const SHOWN = 5;

/** Problems that need attention: failed background jobs, broken entries, and other files. */
export function ProblemsSection({ broken }: { readonly broken: number }): ReactNode {
  const { data: notices = [] } = useNotices();
  const { data: page } = useFirstEntries("broken", SHOWN);
  const { data: problems = [] } = useFileProblems();
  // Problems of entries are shown with the entries.
  const others = problems.filter(({ path }) => path === undefined || !path.startsWith("content/"));
  const count = notices.length + broken + others.length;
  if (count === 0) return null;
  const entries = broken > 0 ? (page?.entries ?? []) : [];
  return (
    <section className={home["section"]}>
      <div className={home["sectionHead"]}>
        <h2>
          <FormattedMessage id="home.brokenTitle" />
        </h2>
        <span className={home["count"]}>{count}</span>
        {broken > 0 && (
          <Link to="entries?state=broken" className={home["more"]}>
            <FormattedMessage id="home.all" values={{ count: broken }} />
          </Link>
        )}
      </div>
      <NoticeList notices={notices} />
      <ul className={styles["list"]}>
        {entries.map(({ id, type, slug, title, problems: [problem] }) => (
          <li key={`${type}/${id ?? slug}`}>
            <TriangleAlert size={16} aria-hidden="true" />
            <div>
              {id === undefined ? (
                <b>{title}</b>
              ) : (
                <Link to={`entries/${type}/${id}`}>{title}</Link>
              )}
              {problem !== undefined && <p>{problem.message}</p>}
            </div>
          </li>
        ))}
        {others.slice(0, SHOWN).map(({ path, message }) => (
          <li key={`${path ?? ""} ${message}`}>
            <TriangleAlert size={16} aria-hidden="true" />
            <div>
              <b>{path}</b>
              <p>{message}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
