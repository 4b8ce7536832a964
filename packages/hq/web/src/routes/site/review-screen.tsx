import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { useSite } from "../../api/sites.ts";
import { ChangeLists } from "../../review/list/change-lists.tsx";
import { NewChange } from "../../review/list/new-change.tsx";
import { useTitle } from "../../shell/use-title.ts";
import entries from "../../entries/entries.module.css";

/** The change requests of the site. */
export function Component(): ReactNode {
  const { formatMessage } = useIntl();
  const { data: site } = useSite();
  const title = formatMessage({ id: "nav.review" });
  useTitle(title);
  return (
    <>
      <header className={entries["bar"]}>
        <h1 className={entries["title"]}>{title}</h1>
        {site !== undefined && site.role !== "view" && <NewChange />}
      </header>
      <ChangeLists howTo="review.howTo" />
    </>
  );
}
