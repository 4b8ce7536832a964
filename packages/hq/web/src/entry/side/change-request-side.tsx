import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { Link } from "react-router";
import { useChange } from "../../api/changes/change.ts";
import { useChangesOfEntry } from "../../api/changes/changes.ts";
import { useComments } from "../../api/changes/comments.ts";
import type { Entry } from "../../api/content/entry.ts";
import type { Field } from "../../api/content/schema.ts";
import { useSiteId } from "../../api/sites.ts";
import { useEntryPaths } from "../../shell/use-entry-paths.ts";
import { writtenOf } from "../../ui/people/mentions.ts";
import { jumpTo } from "../edits/jump-to.ts";
import heading from "../../ui/heading.module.css";
import textStyles from "../../ui/text.module.css";
import styles from "./side.module.css";

interface ChangeRequestSideProps {
  /** Number of the change request. */
  readonly change: number;
  readonly entry: Entry | undefined;
  readonly fields: readonly Field[];
}

/** Comments on the entry in the change request, and its other changes. */
export function ChangeRequestSide({ change, entry, fields }: ChangeRequestSideProps): ReactNode {
  const { data: detail } = useChange(change);
  const { data: comments } = useComments(change);
  const { form } = useEntryPaths();
  const all = detail?.entries ?? [];
  const path = all.find(({ id }) => id === entry?.id)?.path;
  const open = (comments?.contents ?? []).filter(
    (one) =>
      path !== undefined && one.path === path && one.id === one.threadId && one.resolvedAt === null,
  );
  const others = all.filter(({ id, kind }) => id !== entry?.id && kind !== "removed");
  return (
    <>
      {open.length > 0 && (
        <section className={styles["section"]}>
          <h2 className={heading["label"]}>
            <FormattedMessage id="side.said" values={{ count: open.length }} />
          </h2>
          <ul className={styles["sayings"]}>
            {open.map((one) => (
              <li key={one.id}>
                <CommentSummary body={one.body} field={one.field} fields={fields} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {others.length > 0 && (
        <section className={styles["section"]}>
          <h2 className={heading["label"]}>
            <FormattedMessage id="side.alsoProposed" />
          </h2>
          <ul>
            {others.map(({ id, type, title }) => (
              <li key={id} className={styles["line"]}>
                <Link to={form(type, id ?? "")} className={styles["named"] ?? ""}>
                  <span className={textStyles["clip"]}>{title}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

interface CommentSummaryProps {
  readonly body: string;
  /** The field commented on; null for the whole entry. */
  readonly field: string | null;
  readonly fields: readonly Field[];
}

/** A comment with a link to its field. */
function CommentSummary({ body, field, fields }: CommentSummaryProps): ReactNode {
  const text = writtenOf(body);
  const of = fields.find(({ apiId }) => apiId === field?.split(/[.[]/u)[0]);
  if (of === undefined) return <p className={styles["saying"]}>{text}</p>;
  return (
    <button type="button" className={styles["saying"]} onClick={() => jumpTo(of.apiId)}>
      <b>{of.label}</b> {text}
    </button>
  );
}

/** The open change requests that also change the entry. */
export function ChangeRequestsSection({ entry }: { readonly entry: Entry }): ReactNode {
  const site = useSiteId();
  const { data: touching = [] } = useChangesOfEntry(entry.id);
  if (touching.length === 0) return null;
  return (
    <section className={styles["section"]}>
      <h2 className={heading["label"]}>
        <FormattedMessage id="side.inProposals" values={{ count: touching.length }} />
      </h2>
      <ul>
        {touching.map(({ number, title }) => (
          <li key={number} className={styles["line"]}>
            <Link to={`/sites/${site}/review/${number}`} className={styles["named"] ?? ""}>
              <span className={textStyles["clip"]}>{title}</span>
            </Link>
            <small className={textStyles["faint"]}>#{number}</small>
          </li>
        ))}
      </ul>
    </section>
  );
}
