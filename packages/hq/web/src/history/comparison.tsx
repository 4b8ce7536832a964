import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import type { EntryVersion, FieldAuthor } from "../api/content/history.ts";
import type { Field } from "../api/content/schema.ts";
import { SYSTEM_WORDS } from "../ui/values/event-words.tsx";
import { Value } from "../ui/values/value.tsx";
import { FieldDifference } from "./field-difference.tsx";
import type { Look } from "./text-change.tsx";
import styles from "./history.module.css";

interface ComparisonProps extends Look {
  /** The newer version, with what differs in it from the older one. */
  readonly version: EntryVersion;
  /** Whether nothing was before it: then all of it is of interest, and nothing of it is marked. */
  readonly isFirst: boolean;
  /** Those of the form of today. */
  readonly fields: readonly Field[];
  /** By API id; none but for the newest version. */
  readonly authors: ReadonlyMap<string, FieldAuthor>;
  readonly me: string | undefined;
  /** Absent where nothing can be brought back. */
  readonly onBringBack: ((field: Pick<Field, "apiId" | "label">) => void) | undefined;
}

/** What differs between two versions, field by field; and the rest where it is wanted. */
export function Comparison(props: ComparisonProps): ReactNode {
  const { version, isFirst, fields, authors, me, onBringBack, onlyChanged, isSideBySide } = props;
  const { fields: changes = [], system = [] } = version.changes ?? {};
  const changed = new Set(changes.map(({ path }) => path));
  const unchanged = fields.filter(({ apiId }) => !changed.has(apiId) && apiId in version.fields);
  return (
    <>
      {!isFirst && changes.length + system.length === 0 && (
        <p className={styles["alike"]} role="status">
          <FormattedMessage id="history.alike" />
        </p>
      )}
      {changes.map((change) => {
        const field = fields.find(({ apiId }) => apiId === change.path);
        return (
          <FieldDifference
            key={change.path}
            change={change}
            field={field}
            author={authors.get(change.path)}
            me={me}
            isSideBySide={isSideBySide}
            onlyChanged={onlyChanged}
            onBringBack={field && onBringBack && (() => onBringBack(field))}
          />
        );
      })}
      {system.length > 0 && <SystemChanges changes={system} />}
      {(isFirst || !onlyChanged) &&
        unchanged.map((field) => (
          <section key={field.apiId} className={styles["difference"]}>
            <header>
              <h2>{field.label}</h2>
              {!isFirst && (
                <small>
                  <FormattedMessage id="history.unchanged" />
                </small>
              )}
            </header>
            <div className={styles["text"]}>
              <Value value={version.fields[field.apiId]} type={field.type} field={field} />
            </div>
          </section>
        ))}
    </>
  );
}

type SystemChange = NonNullable<EntryVersion["changes"]>["system"][number];

/** The address, times set, and the form that was filled in. */
function SystemChanges({ changes }: { readonly changes: readonly SystemChange[] }): ReactNode {
  return (
    <section className={styles["difference"]}>
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
