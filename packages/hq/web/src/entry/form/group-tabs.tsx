import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import type { FieldGroup } from "./field-groups.ts";
import styles from "./group-tabs.module.css";

/** A group rendered on the page. */
export interface TabbedGroup extends FieldGroup {
  /** Id of its element. */
  readonly id: string;
}

interface GroupTabsProps {
  readonly groups: readonly TabbedGroup[];
  /** HQ's messages about values, by path. */
  readonly problems: ReadonlyMap<string, string>;
}

/** Tabs above a long form. Each scrolls to its group, and the one being viewed is marked. */
export function GroupTabs({ groups, problems }: GroupTabsProps): ReactNode {
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
