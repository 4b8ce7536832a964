import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { hqUrl } from "../api/base-path.ts";
import { type ContentType, type Site, useSite, useTypes } from "../api/sites.ts";
import { CopyButton } from "../ui/copy-button.tsx";
import { Note } from "../ui/notes/note.tsx";
import { Section } from "../ui/sections/section.tsx";
import { Sections } from "../ui/sections/sections.tsx";
import text from "../ui/text.module.css";
import styles from "./delivery.module.css";

/** Lists the read API URLs of the site, for copying. */
export function UrlsSection(): ReactNode {
  const { data: site } = useSite();
  const { data = [] } = useTypes();
  if (site === undefined) return null;
  // A type without a published schema can't be read.
  const types = data.filter(({ version }) => version > 0);
  return (
    <Sections>
      <Section title="addresses.files" text="addresses.filesText">
        {!site.publishing && (
          <Note tone="ochre">
            <FormattedMessage id="addresses.notYet" />
          </Note>
        )}
        <Files site={site} types={types} />
      </Section>
      <Section title="addresses.api" text="addresses.apiText">
        <ReadUrls site={site} types={types} />
      </Section>
      <Section title="addresses.git" text="addresses.gitText">
        <ul className={styles["addresses"]}>
          <Address label={<FormattedMessage id="addresses.repository" />}>
            {`${hqUrl()}/git/${site.id}.git`}
          </Address>
        </ul>
      </Section>
    </Sections>
  );
}

interface UrlListProps {
  readonly site: Site;
  readonly types: readonly ContentType[];
}

function Files({ site: { publicUrl }, types }: UrlListProps): ReactNode {
  const file = (path: string): string => `${publicUrl}/api/${path}`;
  const list = types.find(({ kind }) => kind === "list");
  return (
    <ul className={styles["addresses"]}>
      <Address label={<FormattedMessage id="addresses.index" />}>{file("index.json")}</Address>
      {types.map(({ apiId, label }) => (
        <Address key={apiId} label={label}>
          {file(`${apiId}.json`)}
        </Address>
      ))}
      {list !== undefined && (
        <>
          <Address label={<FormattedMessage id="addresses.oneById" />}>
            {file(`${list.apiId}/{id}.json`)}
          </Address>
          <Address label={<FormattedMessage id="addresses.oneBySlug" />}>
            {file(`${list.apiId}/{slug}.json`)}
          </Address>
          <Address label={<FormattedMessage id="addresses.changes" />}>
            {file(`${list.apiId}/_index.json`)}
          </Address>
        </>
      )}
      <Address label={<FormattedMessage id="addresses.media" />}>{`${publicUrl}/media/`}</Address>
    </ul>
  );
}

function ReadUrls({ site: { readApiUrl }, types }: UrlListProps): ReactNode {
  const list = types.find(({ kind }) => kind === "list");
  return (
    <ul className={styles["addresses"]}>
      {types.map(({ apiId, label }) => (
        <Address key={apiId} label={label}>{`${readApiUrl}/${apiId}`}</Address>
      ))}
      {list !== undefined && (
        <Address label={<FormattedMessage id="addresses.one" />}>
          {`${readApiUrl}/${list.apiId}/{id or slug}`}
        </Address>
      )}
    </ul>
  );
}

interface UrlRowProps {
  readonly label: ReactNode;
  readonly children: string;
}

function Address({ label, children }: UrlRowProps): ReactNode {
  const { formatMessage } = useIntl();
  const of = typeof label === "string" ? label : formatMessage({ id: "addresses.this" });
  return (
    <li className={styles["address"]}>
      <span>{label}</span>
      <code className={text["code"]}>{children}</code>
      <CopyButton text={children} of={`${of}: ${children}`} />
    </li>
  );
}
