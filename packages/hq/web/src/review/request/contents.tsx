import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import type { ChangeDetail } from "../../api/changes/change.ts";
import type { Thread } from "../comments/threads.ts";
import { AddEntry } from "./add-entry.tsx";
import { ContentsList } from "./contents-list.tsx";
import styles from "./request.module.css";

interface ContentsProps {
  readonly detail: ChangeDetail;
  readonly threads: readonly Thread[];
  /** Whether the user can add entries. */
  readonly mayAdd: boolean;
}

/** The contents of the change request. */
export function Contents({ detail, threads, mayAdd }: ContentsProps): ReactNode {
  const { entries, media, types, files } = detail;
  const fields = entries.reduce((sum, { changes }) => sum + (changes?.fields.length ?? 0), 0);
  const rows = [
    ...entries.map(({ path, title, kind, changes, viewed }) => ({
      path,
      viewed,
      title,
      about: (
        <FormattedMessage
          id="review.rowEntry"
          values={{ kind, count: changes?.fields.length ?? 0 }}
        />
      ),
    })),
    ...media.map(({ path, before, after, kind, viewed }) => ({
      path,
      viewed,
      title: (after ?? before)?.filename ?? path,
      about: <FormattedMessage id="review.rowMedia" values={{ kind }} />,
    })),
    ...types.map(({ path, apiId, kind, viewed }) => ({
      path,
      viewed,
      title: apiId,
      about: <FormattedMessage id="review.rowType" values={{ kind }} />,
    })),
    ...files.map(({ path, kind, viewed }) => ({
      path,
      viewed,
      title: path,
      about: <FormattedMessage id="review.rowFile" values={{ kind }} />,
    })),
  ];
  return (
    <ContentsList
      detail={detail}
      threads={threads}
      sum={<FormattedMessage id="review.entries" values={{ count: entries.length }} />}
      more={fields > 0 && <FormattedMessage id="review.fields" values={{ count: fields }} />}
      rows={rows}
    >
      {rows.length === 0 && mayAdd && (
        <p className={styles["help"]}>
          <FormattedMessage id="review.emptyHelp" />
        </p>
      )}
      {mayAdd && (
        <div className={styles["add"]}>
          <AddEntry />
        </div>
      )}
    </ContentsList>
  );
}
