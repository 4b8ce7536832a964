import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { Link } from "react-router";
import { useSite, useSiteId, useTypes } from "../api/sites.ts";
import { isForBuilders } from "../shell/pages.ts";
import text from "../ui/text.module.css";
import styles from "./site-log.module.css";

/** Other differences: schemas, media, and settings. */
export function FileChanges({ files }: { readonly files: readonly string[] }): ReactNode {
  const site = useSiteId();
  const { data: known } = useSite();
  const { data: types = [] } = useTypes();
  const { forms, media, others } = changedFiles(files);
  if (files.length === 0) return null;
  return (
    <ul className={styles["others"]}>
      {forms.map(({ type, version }) => {
        const label = types.find(({ apiId }) => apiId === type)?.label ?? type;
        const words = <FormattedMessage id="log.form" values={{ type: label, version }} />;
        return (
          <li key={`${type} ${version}`}>
            {known !== undefined && isForBuilders(known) ? (
              <Link
                className={text["action"]}
                to={`/sites/${site}/schema/${type}/versions?to=${version}`}
              >
                {words}
              </Link>
            ) : (
              words
            )}
          </li>
        );
      })}
      {media > 0 && (
        <li>
          <FormattedMessage id="log.media" values={{ count: media }} />
        </li>
      )}
      {others > 0 && (
        <li>
          <FormattedMessage id="log.settings" />
        </li>
      )}
    </ul>
  );
}

/** Changed files of the live site, other than entries. */
interface ChangedFiles {
  readonly forms: readonly { readonly type: string; readonly version: number }[];
  /** Number of media files. */
  readonly media: number;
  /** Settings and other files. */
  readonly others: number;
}

const FORM = /^types\/([^/]+)\/versions\/(\d+)\.json$/;

/** Groups the paths of a comparison by kind. */
function changedFiles(files: readonly string[]): ChangedFiles {
  const forms = files.flatMap((path) => {
    const [, type, version] = FORM.exec(path) ?? [];
    return type === undefined ? [] : [{ type, version: Number(version) }];
  });
  const media = files.filter((path) => path.startsWith("media/")).length;
  return { forms, media, others: files.length - forms.length - media };
}
