import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useTitle } from "../shell/use-title.ts";
import { PageBar } from "../ui/page-bar.tsx";
import { Ago } from "../ui/values/ago.tsx";
import { type Previewed, PreviewPane } from "./preview-pane.tsx";
import { ShareButton } from "./share-button.tsx";
import styles from "./preview.module.css";

/** The preview as a separate screen, with a link back to the form. */
export function EntryPreview(props: Previewed): ReactNode {
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
      <span className={styles["saved"]} role="status">
        <FormattedMessage id="preview.saved" values={{ ago: <Ago time={entry.updatedAt} /> }} />
      </span>
      <ShareButton entry={entry} site={site} />
    </PageBar>
  );
}
