import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import type { EntryVersion } from "../../api/content/history.ts";
import { SYSTEM_WORDS } from "../values/event-text.tsx";
import panel from "../panel.module.css";
import styles from "./difference.module.css";

export type OtherChange = NonNullable<EntryVersion["changes"]>["system"][number];

/** Differences other than fields: slug, schedule, and schema version. */
export function OtherChanges({ changes }: { readonly changes: readonly OtherChange[] }): ReactNode {
  return (
    <section className={`${panel["panel"]} ${styles["difference"]}`}>
      <dl className={styles["system"]}>
        {changes.map(({ key, before, after }) => (
          <div key={key}>
            <dt>
              <FormattedMessage id={SYSTEM_WORDS[key]} />
            </dt>
            <dd>
              {before !== undefined && <del>{before}</del>}{" "}
              {after !== undefined && <ins>{after}</ins>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
