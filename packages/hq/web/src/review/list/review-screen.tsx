import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { useSite } from "../../api/sites.ts";
import { useTitle } from "../../shell/use-title.ts";
import { ScreenHead } from "../../ui/screen-head.tsx";
import { ChangeLists } from "./change-lists.tsx";
import { NewChange } from "./new-change.tsx";

/** The change requests of the site. */
export function ReviewScreen(): ReactNode {
  const { formatMessage } = useIntl();
  const { data: site } = useSite();
  const title = formatMessage({ id: "nav.review" });
  useTitle(title);
  return (
    <>
      <ScreenHead title={title}>
        {site !== undefined && site.role !== "view" && <NewChange />}
      </ScreenHead>
      <ChangeLists howTo="review.howTo" />
    </>
  );
}
