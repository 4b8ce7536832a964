import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useChange } from "../../api/changes/change.ts";
import type { TypeSchema } from "../../api/content/schema.ts";
import { useSiteId } from "../../api/sites.ts";
import type { OpenedEdits } from "../../draft/open-unsaved-edits.ts";
import { Message } from "../../ui/notes/message.tsx";
import { Waiting } from "../../ui/notes/waiting.tsx";
import { PageBar } from "../../ui/page-bar.tsx";
import { labelOf } from "../form/problems.ts";
import { ClosedChangeNote } from "./closed-note.tsx";
import styles from "./proposing.module.css";

interface NotInChangeProps {
  readonly change: number;
  readonly type: string;
  /** Undefined for an entry that was being created there. */
  readonly id: string | undefined;
  readonly schema: TypeSchema | undefined;
  readonly opened: OpenedEdits | undefined;
  readonly error: Error | null;
}

/** Shown if the change request is closed or doesn't contain the entry. Edits made there can continue elsewhere. */
export function NotInChange(props: NotInChangeProps): ReactNode {
  const { change, type, id, schema, opened, error } = props;
  const { formatMessage } = useIntl();
  const site = useSiteId();
  const { data: detail } = useChange(change);
  if (error === null || detail === undefined) return <Waiting />;
  if (detail.change.state === "open" || opened?.edits === undefined) {
    return <Message title={<FormattedMessage id="error.noEntryTitle" />}>{error.message}</Message>;
  }
  const { fields } = opened.edits;
  const review = `/sites/${site}/review`;
  return (
    <>
      <PageBar
        trail={[
          { label: formatMessage({ id: "nav.review" }), address: review },
          { label: detail.change.title, address: `${review}/${change}` },
        ]}
        title={schema?.label ?? type}
      >
        {null}
      </PageBar>
      <ClosedChangeNote
        type={type}
        id={id}
        detail={detail}
        typed={fields}
        values={fields}
        onTaken={() => undefined}
      />
      <dl className={styles["typed"]}>
        {Object.entries(fields).map(([apiId, value]) => (
          <div key={apiId}>
            <dt>{labelOf(apiId, schema?.fields ?? [])}</dt>
            <dd>{typeof value === "string" ? value : JSON.stringify(value, null, 2)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
