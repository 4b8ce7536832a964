import type { ReactNode } from "react";
import { Button as AriaButton, Disclosure, DisclosurePanel, Heading } from "react-aria-components";
import { FormattedMessage } from "react-intl";
import { Link } from "react-router";
import type { ChangedEntry } from "../../api/changes/change.ts";
import type { FieldChange } from "../../api/content/history.ts";
import { type TypeSchema, useSchema } from "../../api/content/schema.ts";
import { FieldDifference } from "../../ui/compare/field-difference.tsx";
import { OtherChanges } from "../../ui/compare/other-changes.tsx";
import { paragraphsOf } from "../../ui/compare/paragraphs.ts";
import { Note } from "../../ui/notes/note.tsx";
import { Tag } from "../../ui/tag.tsx";
import { useThreadsAt } from "../comments/threads-at.tsx";
import { rightsOf } from "../stage/merge-rules.ts";
import { KindTag } from "./changed-part.tsx";
import { anchorOf, type ChangeParts } from "./parts.ts";
import form from "../../ui/form.module.css";
import heading from "../../ui/heading.module.css";
import panel from "../../ui/panel.module.css";
import textStyles from "../../ui/text.module.css";
import styles from "./request.module.css";

interface EntryChangesProps extends ChangeParts {
  readonly entry: ChangedEntry;
}

/** An added, deleted, or changed entry, field by field. */
export function EntryChanges(props: EntryChangesProps): ReactNode {
  const { entry } = props;
  const { kind, path, type, title, changes, issue } = entry;
  const { data: schema } = useSchema(type);
  const fields = changes?.fields ?? [];
  const system = changes?.system ?? [];
  const talk = useThreadsAt({ path, field: null, label: title });
  return (
    <section className={styles["part"]} id={anchorOf(path)} tabIndex={-1}>
      <header className={form["buttons"]}>
        <h2 className={heading["heading"]}>{title}</h2>
        <Tag>{schema?.label ?? type}</Tag>
        <KindTag kind={kind} />
        <span className={styles["partActs"]}>
          <OpenEntry {...props} />
          {talk.button}
        </span>
      </header>
      {issue !== undefined && (
        <Note tone="madder">
          <FormattedMessage id="review.unreadable" values={{ why: issue.message }} />
        </Note>
      )}
      {kind === "removed" ? (
        <Removed fields={fields} path={path} schema={schema} />
      ) : (
        fields.map((change) => (
          <Field key={change.path} change={change} path={path} schema={schema} />
        ))
      )}
      {system.length > 0 && kind !== "removed" && <OtherChanges changes={system} />}
      {talk.below && <div className={styles["partTalk"]}>{talk.below}</div>}
    </section>
  );
}

/** Link to the entry: in the change request while it is open, otherwise on `main`. */
function OpenEntry({ entry, detail, site, onlooker }: EntryChangesProps): ReactNode {
  const { id, type, kind } = entry;
  const { change } = detail;
  if (id === null) return null;
  const isWritten = change.state === "open" && kind !== "removed";
  const address = isWritten
    ? `/sites/${site.id}/review/${change.number}/entries/${type}/${id}`
    : `/sites/${site.id}/entries/${type}/${id}`;
  const isGone = change.state === "merged" && kind === "removed";
  if (isGone || (!isWritten && kind === "added" && change.state === "closed")) return null;
  const mayWrite = isWritten && rightsOf(change, onlooker).propose;
  return (
    <Link to={address} className={`${textStyles["action"]} ${styles["open"]}`}>
      <FormattedMessage id={mayWrite ? "review.writeEntry" : "review.openEntry"} />
    </Link>
  );
}

interface FieldProps {
  readonly change: FieldChange;
  readonly path: string;
  readonly schema: TypeSchema | undefined;
}

function Field({ change, path, schema }: FieldProps): ReactNode {
  const talk = useThreadsAt({ path, field: change.path, label: change.label });
  return (
    <FieldDifference
      change={change}
      field={schema?.fields.find(({ apiId }) => apiId === change.path)}
      level={3}
      isSideBySide={false}
      onlyChanged
      about={paragraphCount(change)}
      act={talk.button}
    >
      {talk.below}
    </FieldDifference>
  );
}

/** Returns how many paragraphs of a long text differ. */
function paragraphCount({ text, kind }: FieldChange): ReactNode {
  if (text === undefined || kind !== "changed") return undefined;
  const all = paragraphsOf(text);
  if (all.length < 2) return undefined;
  const count = all.filter(({ isSame }) => !isSame).length;
  return <FormattedMessage id="review.paragraphs" values={{ count, all: all.length }} />;
}

interface RemovedProps {
  readonly fields: readonly FieldChange[];
  readonly path: string;
  readonly schema: TypeSchema | undefined;
}

/** A deleted entry, with expandable content. */
function Removed({ fields, path, schema }: RemovedProps): ReactNode {
  return (
    <Disclosure className={panel["panel"] ?? ""}>
      <Heading level={3}>
        <AriaButton slot="trigger" className={styles["unfold"] ?? ""}>
          <FormattedMessage id="review.whatGoes" values={{ count: fields.length }} />
        </AriaButton>
      </Heading>
      <DisclosurePanel className={styles["unfolded"] ?? ""}>
        {fields.map((change) => (
          <Field key={change.path} change={change} path={path} schema={schema} />
        ))}
      </DisclosurePanel>
    </Disclosure>
  );
}
