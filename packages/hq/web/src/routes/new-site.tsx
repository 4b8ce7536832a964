import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import type { ContentType, Site } from "../api/sites.ts";
import styles from "./home.module.css";

interface NewSiteProps {
  readonly site: Site;
  readonly types: readonly ContentType[];
}

/** The home of a site without entries: what comes first, second and third. */
export function NewSite({ site, types }: NewSiteProps): ReactNode {
  const hasType = types.length > 0;
  return (
    <>
      <header className={styles["head"]}>
        <h1 className={styles["title"]}>
          <FormattedMessage id="newSite.title" values={{ site: site.name }} />
        </h1>
        <p className={styles["lead"]}>
          <FormattedMessage id="newSite.lead" />
        </p>
      </header>
      <ol className={styles["steps"]}>
        <li {...(!hasType && { "aria-current": "step" as const })}>
          <h2>
            <FormattedMessage id="newSite.type" />
          </h2>
          <p>
            <FormattedMessage id={hasType ? "newSite.typeDone" : "newSite.typeText"} />
          </p>
        </li>
        <li {...(hasType && { "aria-current": "step" as const })}>
          <h2>
            <FormattedMessage id="newSite.entry" />
          </h2>
          <p>
            <FormattedMessage id="newSite.entryText" />
          </p>
        </li>
        <li>
          <h2>
            <FormattedMessage id="newSite.publish" />
          </h2>
          <p>
            <FormattedMessage id="newSite.publishText" />
          </p>
        </li>
      </ol>
    </>
  );
}
