import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import type { SkillDetail } from "../../../api/hub/skills.ts";
import type { ExpandedVariable } from "../../variables/expand-variable.ts";
import type { RunContext } from "../../variables/use-expanded.ts";
import { Coverage } from "./coverage.tsx";
import { UsedBy } from "./used-by.tsx";
import { ValuesUsed } from "./values-used.tsx";
import styles from "./skill-side.module.css";

interface SkillSideProps {
  readonly name: string;
  /** Undefined for a new skill. */
  readonly newest: SkillDetail | undefined;
  readonly values: readonly ExpandedVariable[];
  readonly valuesFor: RunContext;
  readonly onChoose: (name: keyof RunContext, id: string | undefined) => void;
}

/** The side panel: variables, workers, usage, and versions of a skill. */
export function SkillSide({
  name,
  newest,
  values,
  valuesFor,
  onChoose,
}: SkillSideProps): ReactNode {
  const { formatMessage } = useIntl();
  return (
    <aside className={styles["side"]} aria-label={formatMessage({ id: "hub.aboutSkill" })}>
      {newest !== undefined && <Coverage name={name} version={newest.version} of={valuesFor} />}
      <ValuesUsed values={values} of={valuesFor} onChoose={onChoose} />
      <UsedBy name={name} />
    </aside>
  );
}
