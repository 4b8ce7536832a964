import { type ReactNode, useEffect, useId } from "react";
import { useLocation } from "react-router";
import type { Entry } from "../../api/content/entry.ts";
import type { TypeSchema } from "../../api/content/schema.ts";
import type { PersonHere } from "../../live/use-presence.ts";
import { FieldPlace } from "../bar/people-here.tsx";
import { jumpTo } from "../bar/state-bar.tsx";
import { FieldControl } from "../fields/field-control.tsx";
import type { Writing } from "../use-writing.ts";
import { groupsOf } from "./field-groups.ts";
import { linkedField } from "./field-link.ts";
import { FieldMenu } from "./field-menu.tsx";
import styles from "../entry.module.css";

interface EntryFormProps {
  readonly schema: TypeSchema;
  /** Absent for one that is not there yet. */
  readonly entry: Entry | undefined;
  readonly writing: Writing;
  readonly mayWrite: boolean;
  /** What HQ said of values, by their paths. */
  readonly problems: ReadonlyMap<string, string>;
  /** Who else has it open. */
  readonly people: readonly PersonHere[];
  /** Hears in which field the person is; undefined for none. */
  readonly onEnter: (apiId: string | undefined) => void;
}

/** Every field of an entry, by the groups and in the order of its schema. */
export function EntryForm(props: EntryFormProps): ReactNode {
  const { schema, entry, writing, mayWrite, problems, people, onEnter } = props;
  useLinkedField();
  return (
    <div
      className={styles["form"]}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) onEnter(undefined);
      }}
    >
      {groupsOf(schema.fields).map(({ name, fields }) => (
        <Group key={name} name={name}>
          {fields.map((field) => (
            <FieldPlace
              key={field.apiId}
              apiId={field.apiId}
              label={field.label}
              people={people}
              onEnter={onEnter}
            >
              <FieldControl
                field={field}
                value={writing.values[field.apiId]}
                onChange={(value) => writing.set(field.apiId, value)}
                path={field.apiId}
                problem={problems.get(field.apiId)}
                problems={problems}
              />
              {entry !== undefined && (
                <FieldMenu field={field} entry={entry} writing={writing} mayWrite={mayWrite} />
              )}
            </FieldPlace>
          ))}
        </Group>
      ))}
    </div>
  );
}

interface GroupProps {
  /** Empty for what stands under no heading. */
  readonly name: string;
  readonly children: ReactNode;
}

function Group({ name, children }: GroupProps): ReactNode {
  const heading = useId();
  if (name === "") return children;
  return (
    <section className={styles["group"]} aria-labelledby={heading}>
      <h2 id={heading}>{name}</h2>
      {children}
    </section>
  );
}

/** Brings the field that the address names into view. */
function useLinkedField(): void {
  const { hash } = useLocation();
  useEffect(() => {
    const apiId = linkedField(hash);
    if (apiId === undefined) return;
    document.querySelector(`[data-field="${CSS.escape(apiId)}"]`)?.scrollIntoView();
    jumpTo(apiId);
  }, [hash]);
}
