import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { Link } from "react-router";
import { type ContentType, mayBuild, type Site } from "../api/sites.ts";
import { TurnOn } from "../delivery/publishing/turn-on.tsx";
import { StarterChoice } from "../schema/types/starter-choice.tsx";
import furrows from "./furrows.webp";
import styles from "./new-site.module.css";

interface NewSiteProps {
  readonly site: Site;
  readonly types: readonly ContentType[];
}

/** The home of a site without entries: what comes first, second and third. */
export function NewSite({ site, types }: NewSiteProps): ReactNode {
  const hasType = types.length > 0;
  // The first entry publishes the first version, of whoever may change the form.
  const writable = types.filter(
    ({ version, fields }) => version > 0 || (fields > 0 && mayBuild(site)),
  );
  const begun = mayBuild(site) ? types.filter(({ fields }) => fields === 0) : [];
  return (
    <div className={styles["screen"]}>
      <img className={styles["picture"]} src={furrows} alt="" width="136" height="136" />
      <h1 className={styles["title"]}>
        <FormattedMessage id="newSite.title" />
      </h1>
      <p className={styles["lead"]}>
        <FormattedMessage id="newSite.lead" />
      </p>
      <ol className={styles["steps"]}>
        <li {...(!hasType && { "aria-current": "step" as const })}>
          <h2>
            <FormattedMessage id="newSite.type" />
          </h2>
          <p>
            <FormattedMessage id={hasType ? "newSite.typeDone" : "newSite.typeText"} />
          </p>
          {!hasType && <Starters site={site} />}
          {begun.map(({ apiId, label }) => (
            <Link
              key={apiId}
              className={styles["act"] ?? ""}
              to={`/sites/${site.id}/schema/${apiId}`}
            >
              <FormattedMessage id="newSite.fieldsAct" values={{ type: label }} />
            </Link>
          ))}
        </li>
        <li {...(hasType && { "aria-current": "step" as const })}>
          <h2>
            <FormattedMessage id="newSite.entry" />
          </h2>
          <p>
            <FormattedMessage id="newSite.entryText" />
          </p>
          {site.role !== "view" &&
            writable.map(({ apiId, label }) => (
              <Link
                key={apiId}
                className={styles["act"] ?? ""}
                to={`/sites/${site.id}/entries/${apiId}/new`}
              >
                <FormattedMessage id="newSite.entryAct" values={{ type: label }} />
              </Link>
            ))}
        </li>
        <li>
          <h2>
            <FormattedMessage id="newSite.publish" />
          </h2>
          <p>
            <FormattedMessage
              id={site.publishing ? "newSite.publishDone" : "newSite.publishText"}
            />
          </p>
          {site.publishing ? (
            <code className={styles["address"]}>{site.publicUrl}/api/index.json</code>
          ) : (
            <TurnOn site={site} />
          )}
        </li>
      </ol>
    </div>
  );
}

/** What the site's types can begin with. */
function Starters({ site }: { readonly site: Site }): ReactNode {
  if (!mayBuild(site)) {
    return (
      <p>
        <FormattedMessage id="newSite.typeByEditor" />
      </p>
    );
  }
  return (
    <>
      <StarterChoice site={site} />
      <p className={styles["otherWays"]}>
        <FormattedMessage
          id="newSite.otherWays"
          values={{
            own: (words) => (
              <Link key="own" className={styles["inline"] ?? ""} to={`/sites/${site.id}/new-type`}>
                {words}
              </Link>
            ),
          }}
        />
      </p>
    </>
  );
}
