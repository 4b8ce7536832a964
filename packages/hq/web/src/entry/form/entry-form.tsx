import { type ReactNode, useEffect, useId } from "react";
import { useLocation } from "react-router";
import type { Entry } from "../../api/content/entry.ts";
import type { Field, TypeSchema } from "../../api/content/schema.ts";
import type { PersonHere } from "../../live/use-presence.ts";
import { FieldPlace } from "../bar/people-here.tsx";
import { FieldControl } from "../fields/field-control.tsx";
import { FieldLine } from "../fields/field-line.tsx";
import { jumpTo } from "../jump-to.ts";
import type { EntryEdits } from "../use-entry-edits.ts";
import { titleField } from "./entry-title.ts";
import { groupsOf } from "./field-groups.ts";
import { linkedField } from "./field-link.ts";
import { FieldMenu } from "./field-menu.tsx";
import { rowsOf } from "./field-rows.ts";
import { GroupTabs, type TabbedGroup } from "./group-tabs.tsx";
import styles from "./entry-form.module.css";

interface EntryFormProps {
  readonly schema: TypeSchema;
  /** Absent for a new entry. */
  readonly entry: Entry | undefined;
  readonly edits: EntryEdits;
  readonly mayWrite: boolean;
  /** HQ's messages about values, by path. */
  readonly problems: ReadonlyMap<string, string>;
  /** Other users who have the entry open. */
  readonly people: readonly PersonHere[];
  /** Called with the focused field; undefined for none. */
  readonly onEnter: (apiId: string | undefined) => void;
}

/** With fewer groups, the whole form is visible without tabs. */
const TABBED_FROM = 3;

/** All fields of an entry, grouped and ordered as in the schema. */
export function EntryForm(props: EntryFormProps): ReactNode {
  const { schema, problems, onEnter } = props;
  const ids = useId();
  const groups = groupsOf(schema.fields).map(({ name, fields }, place) => {
    return { name, fields, id: `${ids}group-${place}` };
  });
  const title = titleField(schema.fields)?.apiId;
  useLinkedField();
  return (
    <div
      className={styles["form"]}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) onEnter(undefined);
      }}
    >
      {groups.length >= TABBED_FROM && <GroupTabs groups={groups} problems={problems} />}
      {groups.map((group) => (
        <Group key={group.name} {...group}>
          {rowsOf(group.fields).map((row) => (
            <FieldLine
              key={row.fields[0]?.apiId}
              row={row}
              renderField={(field) => (
                <FormField {...props} field={field} isTitle={field.apiId === title} />
              )}
            />
          ))}
        </Group>
      ))}
    </div>
  );
}

interface FormFieldProps extends EntryFormProps {
  readonly field: Field;
  readonly isTitle: boolean;
}

/** A field with its control, the users editing it, and its menu. */
function FormField(props: FormFieldProps): ReactNode {
  const { field, isTitle, entry, edits, mayWrite, problems, people, onEnter } = props;
  const { apiId, label } = field;
  return (
    <FieldPlace apiId={apiId} label={label} people={people} onEnter={onEnter}>
      <FieldControl
        field={field}
        value={edits.values[apiId]}
        onChange={(value) => edits.set(apiId, value)}
        path={apiId}
        isTitle={isTitle}
        problem={problems.get(apiId)}
        problems={problems}
      />
      {entry !== undefined && (
        <FieldMenu field={field} entry={entry} edits={edits} mayWrite={mayWrite} />
      )}
    </FieldPlace>
  );
}

interface GroupProps extends Pick<TabbedGroup, "name" | "id"> {
  readonly children: ReactNode;
}

function Group({ name, id, children }: GroupProps): ReactNode {
  // Fields without a group.
  if (name === "")
    return (
      <div className={styles["group"]} id={id}>
        {children}
      </div>
    );
  const heading = `${id}-heading`;
  return (
    <section className={styles["group"]} id={id} aria-labelledby={heading}>
      <h2 id={heading}>{name}</h2>
      {children}
    </section>
  );
}

/** Scrolls to the field given in the URL. */
function useLinkedField(): void {
  const { hash } = useLocation();
  useEffect(() => {
    const apiId = linkedField(hash);
    if (apiId === undefined) return;
    document.querySelector(`[data-field="${CSS.escape(apiId)}"]`)?.scrollIntoView();
    jumpTo(apiId);
  }, [hash]);
}
