import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useParams } from "react-router";
import { useEntry } from "../api/content/entry.ts";
import { useSchema } from "../api/content/schema.ts";
import { useSite } from "../api/sites.ts";
import { useTitle } from "../shell/use-title.ts";
import { Message } from "../ui/notes/message.tsx";
import { Waiting } from "../ui/notes/waiting.tsx";
import { PageBar } from "../ui/page-bar.tsx";
import { Ago } from "../ui/values/ago.tsx";
import { type Previewed, PreviewPane } from "./preview-pane.tsx";
import { ShareButton } from "./share-button.tsx";
import text from "../ui/text.module.css";
import styles from "./preview.module.css";

/** The preview of an entry, updated whenever it is saved, here or elsewhere. */
export function PreviewScreen(): ReactNode {
  const { type = "", id = "" } = useParams();
  const { data: site } = useSite();
  const schema = useSchema(type);
  const entry = useEntry({ type, id });
  const error = schema.error ?? entry.error;
  if (error !== null) {
    return <Message title={<FormattedMessage id="error.noEntryTitle" />}>{error.message}</Message>;
  }
  if (schema.data === undefined || site === undefined || entry.data === undefined) {
    return <Waiting />;
  }
  return <EntryPreview schema={schema.data} entry={entry.data} site={site} />;
}

/** The preview as a separate screen, with a link back to the form. */
function EntryPreview(props: Previewed): ReactNode {
  const { formatMessage } = useIntl();
  useTitle(`${formatMessage({ id: "preview.title" })} · ${props.entry.title}`);
  return (
    <>
      <Bar {...props} />
      <PreviewPane {...props} />
    </>
  );
}

function Bar({ schema, entry, site }: Previewed): ReactNode {
  const list = `/sites/${site.id}/entries/${entry.type}`;
  return (
    <PageBar
      trail={[
        { label: schema.label, address: list },
        { label: entry.title, address: `${list}/${entry.id}` },
      ]}
      title={<FormattedMessage id="preview.title" />}
    >
      <span className={`${text["soft"]} ${styles["saved"]}`} role="status">
        <FormattedMessage id="preview.saved" values={{ ago: <Ago time={entry.updatedAt} /> }} />
      </span>
      <ShareButton entry={entry} site={site} />
    </PageBar>
  );
}
