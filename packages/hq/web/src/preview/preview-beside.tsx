import { Maximize2 } from "lucide-react";
import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Link } from "react-router";
import { useEntryPaths } from "../shell/use-entry-paths.ts";
import { Ago } from "../ui/values/ago.tsx";
import { type Previewed, PreviewPane } from "./preview-pane.tsx";
import { ShareButton } from "./share-button.tsx";
import type { AdjacentForm } from "./site-frame.tsx";
import styles from "./preview.module.css";

interface PreviewBesideProps extends Previewed {
  readonly form: AdjacentForm;
}

/** The preview next to the form. It shows and follows the latest saved version. */
export function PreviewBeside(props: PreviewBesideProps): ReactNode {
  const { entry, site } = props;
  const { formatMessage } = useIntl();
  const { preview } = useEntryPaths();
  return (
    <aside className={styles["beside"]} aria-label={formatMessage({ id: "preview.title" })}>
      <PreviewPane {...props} />
      <footer className={styles["foot"]}>
        <p role="status">
          <FormattedMessage id="preview.saved" values={{ ago: <Ago time={entry.updatedAt} /> }} />
          {" · "}
          <FormattedMessage id="preview.saveToSee" />
        </p>
        <ShareButton entry={entry} site={site} />
        <Link
          to={preview(entry.type, entry.id)}
          aria-label={formatMessage({ id: "preview.alone" })}
        >
          <Maximize2 size={16} aria-hidden="true" />
        </Link>
      </footer>
    </aside>
  );
}
