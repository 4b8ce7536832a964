import { FileText, List, Plus } from "lucide-react";
import type { ReactNode } from "react";
import { FormattedMessage, FormattedNumber, useIntl } from "react-intl";
import { Link } from "react-router";
import { type BrokenType, useBrokenTypes } from "../../api/content/working-schema.ts";
import { type ContentType, type Site, useTypes } from "../../api/sites.ts";
import { BuildersOnly } from "../../shell/frame/builders-only.tsx";
import { useTitle } from "../../shell/use-title.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Loading } from "../../ui/notes/loading.tsx";
import { Note } from "../../ui/notes/note.tsx";
import { ScreenHead } from "../../ui/screen-head.tsx";
import { StarterChoice } from "./starter-choice.tsx";
import heading from "../../ui/heading.module.css";
import list from "../../ui/list.module.css";
import text from "../../ui/text.module.css";
import tone from "../../ui/tone.module.css";
import styles from "./types.module.css";

export function SchemaScreen(): ReactNode {
  const { formatMessage } = useIntl();
  useTitle(formatMessage({ id: "nav.schema" }));
  return <BuildersOnly>{(site) => <TypeList site={site} />}</BuildersOnly>;
}

/** The content types of a site with their entries and unpublished changes. */
function TypeList({ site }: { readonly site: Site }): ReactNode {
  const { formatMessage } = useIntl();
  const { data: types, error } = useTypes();
  const { data: broken = [] } = useBrokenTypes();
  return (
    <>
      <ScreenHead
        title={formatMessage({ id: "nav.schema" })}
        count={<FormattedNumber value={types?.length ?? 0} />}
      >
        <ButtonLink look="primary" href={`/sites/${site.id}/new-type`}>
          <Plus size={14} aria-hidden="true" />
          <FormattedMessage id="schema.newType" />
        </ButtonLink>
      </ScreenHead>
      <div className={styles["content"]}>
        <p className={styles["lead"]}>
          <FormattedMessage id="schema.lead" />
        </p>
        {types === undefined && <Loading error={error} />}
        {broken.map((type) => (
          <Broken key={type.apiId} site={site} broken={type} />
        ))}
        {types?.length === 0 && broken.length === 0 && (
          <section className={styles["empty"]}>
            <h2 className={heading["title"]}>
              <FormattedMessage id="schema.noTypes" />
            </h2>
            <p>
              <FormattedMessage id="newSite.typeText" />
            </p>
            <StarterChoice site={site} />
          </section>
        )}
        {types !== undefined && types.length > 0 && (
          <ul className={styles["types"]}>
            {types.map((type) => (
              <TypeRow key={type.apiId} site={site} type={type} />
            ))}
          </ul>
        )}
      </div>
    </>
  );
}

interface TypeRowProps {
  readonly site: Site;
  readonly type: ContentType;
}

function TypeRow({ site, type }: TypeRowProps): ReactNode {
  const { apiId, kind, label, description, version, unpublishedChanges, fields, entries } = type;
  const Icon = kind === "list" ? List : FileText;
  return (
    <li>
      <Link className={styles["type"]} to={`/sites/${site.id}/schema/${apiId}`}>
        <span className={styles["tile"]}>
          <Icon size={16} aria-hidden="true" />
        </span>
        <span className={`${list["names"]} ${styles["names"]}`}>
          <b>{label}</b> <code>{apiId}</code>
          {description !== undefined && <small>{description}</small>}
        </span>
        <span className={`${text["soft"]} ${styles["facts"]}`}>
          <span>
            <FormattedMessage id={kind === "list" ? "schema.list" : "schema.object"} />
          </span>
          <span>
            <FormattedMessage id="schema.fieldCount" values={{ count: fields }} />
          </span>
          {kind === "list" && (
            <span>
              <FormattedMessage id="schema.entryCount" values={{ count: entries.all }} />
            </span>
          )}
        </span>
        <span className={`${text["soft"]} ${styles["state"]}`}>
          {version === 0 ? (
            <span className={`${tone["ochre"]} ${styles["ochre"]}`}>
              <FormattedMessage id="schema.unpublished" />
            </span>
          ) : (
            <>
              <FormattedMessage id="schema.version" values={{ version }} />
              {unpublishedChanges > 0 && (
                <span className={`${tone["ochre"]} ${styles["ochre"]}`}>
                  <FormattedMessage
                    id="schema.unpublishedChanges"
                    values={{ count: unpublishedChanges }}
                  />
                </span>
              )}
            </>
          )}
        </span>
      </Link>
    </li>
  );
}

interface BrokenProps {
  readonly site: Site;
  readonly broken: BrokenType;
}

/** An invalid schema file from a Git push: its errors, and what to do. */
function Broken({ site, broken: { apiId, path, problems } }: BrokenProps): ReactNode {
  const { data: types = [] } = useTypes();
  const isKnown = types.some((type) => type.apiId === apiId);
  return (
    <Note tone="madder">
      <b>
        <FormattedMessage id="schema.broken" values={{ file: <code>{path}</code> }} />
      </b>
      <ul className={`${text["code"]} ${styles["problems"]}`}>
        {problems.map(({ message, line }) => (
          <li key={`${line} ${message}`}>
            {line !== undefined && <FormattedMessage id="schema.line" values={{ line }} />}{" "}
            {message}
          </li>
        ))}
      </ul>
      <FormattedMessage id={isKnown ? "schema.brokenHelp" : "schema.brokenNew"} />{" "}
      <Link
        className={text["link"]}
        to={
          isKnown
            ? `/sites/${site.id}/schema/${apiId}`
            : `/sites/${site.id}/new-type?apiId=${apiId}`
        }
      >
        <FormattedMessage id={isKnown ? "schema.openType" : "schema.beginAnew"} />
      </Link>
    </Note>
  );
}
