import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useLocation } from "react-router";
import type { Entry } from "../../api/content/entry.ts";
import type { Field, TypeSchema } from "../../api/content/schema.ts";
import type { PersonHere } from "../../live/use-presence.ts";
import { titleField } from "../edits/entry-title.ts";
import { jumpTo } from "../edits/jump-to.ts";
import type { EntryEdits } from "../edits/use-entry-edits.ts";
import { FieldControl } from "../fields/field-control.tsx";
import { FieldLine } from "../fields/field-line.tsx";
import { rowsOf } from "../fields/field-rows.ts";
import { type FieldGroup, groupsOf } from "./field-groups.ts";
import { linkedField } from "./field-link.ts";
import { FieldMenu } from "./field-menu.tsx";
import { FieldPlace } from "./people-here.tsx";
import form from "../../ui/form.module.css";
import headingStyles from "../../ui/heading.module.css";
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
      className={`${form["form"]} ${styles["form"]}`}
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
      <div className={`${form["form"]} ${styles["group"]}`} id={id}>
        {children}
      </div>
    );
  const heading = `${id}-heading`;
  return (
    <section className={`${form["form"]} ${styles["group"]}`} id={id} aria-labelledby={heading}>
      <h2 className={headingStyles["heading"]} id={heading}>
        {name}
      </h2>
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

/** A group rendered on the page. */
interface TabbedGroup extends FieldGroup {
  /** Id of its element. */
  readonly id: string;
}

interface GroupTabsProps {
  readonly groups: readonly TabbedGroup[];
  /** HQ's messages about values, by path. */
  readonly problems: ReadonlyMap<string, string>;
}

/** Tabs above a long form. Each scrolls to its group, and the one being viewed is marked. */
function GroupTabs({ groups, problems }: GroupTabsProps): ReactNode {
  const { formatMessage } = useIntl();
  const tabs = useRef<HTMLElement>(null);
  const [read, leadTo] = useCurrentGroup(tabs, groups);
  return (
    <nav className={styles["tabs"]} aria-label={formatMessage({ id: "form.groups" })} ref={tabs}>
      {groups.map(({ name, id, fields }) => (
        <button
          key={id}
          type="button"
          aria-current={id === read ? "location" : undefined}
          onClick={() => leadTo(id)}
        >
          {name === "" ? <FormattedMessage id="form.first" /> : name}
          <Count fields={fields} problems={problems} />
        </button>
      ))}
    </nav>
  );
}

function Count({
  fields,
  problems,
}: Pick<FieldGroup, "fields"> & Pick<GroupTabsProps, "problems">): ReactNode {
  const count = [...problems.keys()].filter((path) =>
    fields.some(({ apiId }) => path === apiId || path.startsWith(`${apiId}.`)),
  ).length;
  if (count === 0) return null;
  return (
    <span className={styles["count"]}>
      <FormattedMessage id="form.problems" values={{ count }} />
    </span>
  );
}

/** Returns the group at the top of the visible area, and a function that scrolls to a group. */
function useCurrentGroup(
  tabs: RefObject<HTMLElement | null>,
  groups: readonly TabbedGroup[],
): readonly [read: string | undefined, leadTo: (id: string) => void] {
  const [read, setRead] = useState(groups[0]?.id);
  const ids = groups.map(({ id }) => id).join(" ");
  // A short last group never reaches the top, so it stays marked until the user scrolls.
  const selectedTab = useRef<string>(undefined);
  useEffect(() => {
    const look = (): void => {
      const line = (tabs.current?.getBoundingClientRect().bottom ?? 0) + LINE_PX;
      const above = ids.split(" ").filter((id) => {
        const group = document.getElementById(id);
        return group !== null && group.getBoundingClientRect().top <= line;
      });
      setRead(selectedTab.current ?? above.at(-1) ?? ids.split(" ")[0]);
    };
    const forget = (): void => {
      selectedTab.current = undefined;
    };
    const stop = new AbortController();
    const listenerOptions = { capture: true, passive: true, signal: stop.signal };
    document.addEventListener("scroll", look, listenerOptions);
    for (const name of SCROLLS) document.addEventListener(name, forget, listenerOptions);
    return () => stop.abort();
  }, [tabs, ids]);
  const leadTo = (id: string): void => {
    selectedTab.current = id;
    setRead(id);
    const group = document.getElementById(id);
    group?.scrollIntoView({ block: "start" });
    const first = group?.querySelector("input, textarea, button, [tabindex='0']");
    if (first instanceof HTMLElement) first.focus({ preventScroll: true });
  };
  return [read, leadTo];
}

/** Events caused by user scrolling. */
const SCROLLS = ["wheel", "touchmove", "keydown", "pointerdown"] as const;

/** A group that starts within this distance below the tabs is the current one. */
const LINE_PX = 48;
