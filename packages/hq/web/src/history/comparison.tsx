import { Undo2 } from "lucide-react";
import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import type { EntryVersion, FieldAuthor } from "../api/content/history.ts";
import type { Field } from "../api/content/schema.ts";
import { Button } from "../ui/button.tsx";
import { FieldDifference } from "../ui/compare/field-difference.tsx";
import { OtherChanges } from "../ui/compare/other-changes.tsx";
import type { Look } from "../ui/compare/text-change.tsx";
import { Ago } from "../ui/values/ago.tsx";
import { Value } from "../ui/values/value.tsx";
import difference from "../ui/compare/difference.module.css";
import panel from "../ui/panel.module.css";
import styles from "./history.module.css";

interface ComparisonProps extends Look {
  /** The newer version, with its differences from the older one. */
  readonly version: EntryVersion;
  /** Whether there is no earlier version. All fields are then shown without markers. */
  readonly isFirst: boolean;
  /** Fields of the current schema. */
  readonly fields: readonly Field[];
  /** By API ID; empty unless the newer version is the newest. */
  readonly authors: ReadonlyMap<string, FieldAuthor>;
  readonly me: string | undefined;
  /** Absent if nothing can be restored. */
  readonly onBringBack: ((field: Pick<Field, "apiId" | "label">) => void) | undefined;
}

/** The differences between two versions by field, optionally with the unchanged fields. */
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
        const author = authors.get(change.path);
        return (
          <FieldDifference
            key={change.path}
            change={change}
            field={field}
            isSideBySide={isSideBySide}
            onlyChanged={onlyChanged}
            about={author && <ByWhom author={author} me={me} />}
            act={
              field &&
              onBringBack && (
                <RestoreButton label={change.label} onPress={() => onBringBack(field)} />
              )
            }
          />
        );
      })}
      {system.length > 0 && <OtherChanges changes={system} />}
      {(isFirst || !onlyChanged) &&
        unchanged.map((field) => (
          <section key={field.apiId} className={`${panel["panel"]} ${difference["difference"]}`}>
            <header>
              <h2>{field.label}</h2>
              {!isFirst && (
                <small>
                  <FormattedMessage id="history.unchanged" />
                </small>
              )}
            </header>
            <div className={difference["text"]}>
              <Value value={version.fields[field.apiId]} type={field.type} field={field} />
            </div>
          </section>
        ))}
    </>
  );
}

interface ByWhomProps {
  /** Who last changed the field, if the newer version is the newest. */
  readonly author: FieldAuthor;
  readonly me: string | undefined;
}

function ByWhom({ author, me }: ByWhomProps): ReactNode {
  const isYou = author.author.email === me ? "yes" : "no";
  return (
    <FormattedMessage
      id="history.by"
      values={{ who: author.author.name, isYou, ago: <Ago time={author.when} /> }}
    />
  );
}

interface RestoreButtonProps {
  readonly label: string;
  readonly onPress: () => void;
}

function RestoreButton({ label, onPress }: RestoreButtonProps): ReactNode {
  const { formatMessage } = useIntl();
  return (
    <Button
      look="quiet"
      aria-label={formatMessage({ id: "history.bringBackField" }, { field: label })}
      onPress={onPress}
    >
      <Undo2 size={14} aria-hidden="true" />
      <FormattedMessage id="history.bringBack" />
    </Button>
  );
}
