import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import type { FieldGroup } from "./field-groups.ts";
import styles from "./group-tabs.module.css";

/** A group that stands on the page. */
export interface TabbedGroup extends FieldGroup {
  /** Of its element. */
  readonly id: string;
}

interface GroupTabsProps {
  readonly groups: readonly TabbedGroup[];
  /** What HQ said of values, by their paths. */
  readonly problems: ReadonlyMap<string, string>;
}

/** The groups of a long form, above it: each leads to its fields, and the one that is read is marked. */
export function GroupTabs({ groups, problems }: GroupTabsProps): ReactNode {
  const { formatMessage } = useIntl();
  const tabs = useRef<HTMLElement>(null);
  const [read, leadTo] = useRead(tabs, groups);
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

/** The group at the upper edge of what is seen, and what leads to one. */
function useRead(
  tabs: RefObject<HTMLElement | null>,
  groups: readonly TabbedGroup[],
): readonly [read: string | undefined, leadTo: (id: string) => void] {
  const [read, setRead] = useState(groups[0]?.id);
  const ids = groups.map(({ id }) => id).join(" ");
  // A short one at the end never comes to the edge; it is read all the same until somebody scrolls.
  const led = useRef<string>(undefined);
  useEffect(() => {
    const look = (): void => {
      const line = (tabs.current?.getBoundingClientRect().bottom ?? 0) + LINE_PX;
      const above = ids.split(" ").filter((id) => {
        const group = document.getElementById(id);
        return group !== null && group.getBoundingClientRect().top <= line;
      });
      setRead(led.current ?? above.at(-1) ?? ids.split(" ")[0]);
    };
    const forget = (): void => {
      led.current = undefined;
    };
    const stop = new AbortController();
    const heard = { capture: true, passive: true, signal: stop.signal };
    document.addEventListener("scroll", look, heard);
    for (const name of SCROLLS) document.addEventListener(name, forget, heard);
    return () => stop.abort();
  }, [tabs, ids]);
  const leadTo = (id: string): void => {
    led.current = id;
    setRead(id);
    const group = document.getElementById(id);
    group?.scrollIntoView({ block: "start" });
    const first = group?.querySelector("input, textarea, button, [tabindex='0']");
    if (first instanceof HTMLElement) first.focus({ preventScroll: true });
  };
  return [read, leadTo];
}

/** What somebody scrolls with. */
const SCROLLS = ["wheel", "touchmove", "keydown", "pointerdown"] as const;

/** What begins so little below the tabs is read. */
const LINE_PX = 48;
