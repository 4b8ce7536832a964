import { TriangleAlert } from "lucide-react";
import { lazy, type ReactNode, Suspense } from "react";
import { FormattedMessage } from "react-intl";
import { Link } from "react-router";
import { useFirstEntries } from "../api/content/entries.ts";
import { useNotices } from "../api/notices.ts";
import { useFileProblems } from "../api/people/activity.ts";
import heading from "../ui/heading.module.css";
import list from "../ui/list.module.css";
import text from "../ui/text.module.css";
import home from "./home.module.css";

const NoticeList = lazy(async () => ({
  default: (await import("../shell/notifications/notice-list.tsx")).NoticeList,
}));

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
      <div className={`${heading["head"]} ${heading["lined"]}`}>
        <h2 className={heading["heading"]}>
          <FormattedMessage id="home.brokenTitle" />
        </h2>
        <span className={home["count"]}>{count}</span>
        {broken > 0 && (
          <Link to="entries?state=broken" className={`${text["action"]} ${home["more"]}`}>
            <FormattedMessage id="home.all" values={{ count: broken }} />
          </Link>
        )}
      </div>
      {notices.length > 0 && (
        <Suspense>
          <NoticeList notices={notices} />
        </Suspense>
      )}
      <ul className={list["messages"]}>
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
