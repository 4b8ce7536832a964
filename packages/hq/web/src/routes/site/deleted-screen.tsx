import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Link } from "react-router";
import { useDeletedEntries } from "../../api/content/deleted.ts";
import { savesToMain, useSite, useTypes } from "../../api/sites.ts";
import { DeletedList } from "../../entries/deleted-list.tsx";
import { useTitle } from "../../shell/use-title.ts";
import { Button } from "../../ui/button.tsx";
import { Loading } from "../../ui/notes/loading.tsx";
import { Refusal } from "../../ui/notes/refusal.tsx";
import deleted from "../../entries/deleted.module.css";
import styles from "../../entries/entries.module.css";

/** `/sites/{site}/deleted`: deleted entries, which can be restored. */
export function Component(): ReactNode {
  const { formatMessage } = useIntl();
  const title = formatMessage({ id: "deleted.title" });
  useTitle(title);
  const { data: site } = useSite();
  return (
    <>
      <header className={styles["bar"]}>
        <h1 className={styles["title"]}>{title}</h1>
        {site && (
          <Link className={styles["backLink"]} to={`/sites/${site.id}/entries`}>
            <ArrowLeft size={15} aria-hidden="true" />
            <FormattedMessage id="nav.entries" />
          </Link>
        )}
      </header>
      <p className={deleted["intro"]}>
        <FormattedMessage id="deleted.intro" />
      </p>
      <Deleted mayWrite={site !== undefined && savesToMain(site)} />
    </>
  );
}

function Deleted({ mayWrite }: { readonly mayWrite: boolean }): ReactNode {
  const { data: types = [] } = useTypes();
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useDeletedEntries();
  if (data === undefined) return <Loading error={error} />;
  const all = data.pages.flatMap((page) => page.entries);
  // An entry that was deleted several times can appear on several pages.
  const entries = all.filter(({ id }, place) => all.findIndex((one) => one.id === id) === place);
  return (
    <>
      <Refusal error={error} />
      {entries.length === 0 && (
        <p className={styles["empty"]}>
          <FormattedMessage id="deleted.none" />
        </p>
      )}
      <DeletedList entries={entries} types={types} mayWrite={mayWrite} />
      {hasNextPage && (
        <div className={deleted["more"]}>
          <Button isWorking={isFetchingNextPage} onPress={() => void fetchNextPage()}>
            <FormattedMessage id="deleted.more" />
          </Button>
        </div>
      )}
    </>
  );
}
