import type { ReactNode } from "react";
import { ToggleButton, ToggleButtonGroup } from "react-aria-components";
import { FormattedMessage, FormattedNumber, useIntl } from "react-intl";
import type { ShownState } from "../../api/content/entries.ts";
import type { ContentType } from "../../api/sites.ts";
import { useStateWord } from "../../ui/values/state-mark.tsx";
import { isState, STATES } from "../list-params.ts";
import styles from "../entries.module.css";

interface StateTabsProps {
  /** The types whose entries are counted. */
  readonly counted: readonly ContentType[];
  readonly state: ShownState | undefined;
  readonly onChange: (state?: ShownState) => void;
}

/** Tabs for all entries and each state. States without entries are hidden. */
export function StateTabs({ counted, state, onChange }: StateTabsProps): ReactNode {
  const { formatMessage } = useIntl();
  const wordOf = useStateWord();
  const sum = (of: ShownState | "all"): number =>
    counted.reduce((total, { entries }) => total + entries[of], 0);
  const shown = STATES.filter((one) => one === state || sum(one) > 0);
  return (
    <ToggleButtonGroup
      className={styles["tabs"] ?? ""}
      aria-label={formatMessage({ id: "entries.states" })}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[state ?? "all"]}
      onSelectionChange={([key]) => {
        const name = String(key);
        onChange(isState(name) ? name : undefined);
      }}
    >
      <ToggleButton id="all" className={styles["tab"] ?? ""}>
        <FormattedMessage id="entries.all" />
        <span className={styles["count"]}>
          <FormattedNumber value={sum("all")} />
        </span>
      </ToggleButton>
      {shown.map((one) => (
        <ToggleButton key={one} id={one} className={styles["tab"] ?? ""}>
          <FormattedMessage id={wordOf(one)} />
          <span className={styles["count"]}>
            <FormattedNumber value={sum(one)} />
          </span>
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
