import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { Button } from "../../../ui/button.tsx";
import type { SkillProblem } from "./problems.ts";
import styles from "./skill-editor.module.css";

interface ProblemListProps {
  readonly problems: readonly SkillProblem[];
  /** Opens a file. */
  readonly onOpen: (file: string) => void;
}

/** The problems to fix before saving a skill, each linked to its file. */
export function ProblemList({ problems, onOpen }: ProblemListProps): ReactNode {
  if (problems.length === 0) return null;
  return (
    <section className={styles["problems"]} role="alert">
      <h2>
        <FormattedMessage id="hub.problems" values={{ count: problems.length }} />
      </h2>
      <ul>
        {problems.map(({ file, line, field, message }) => (
          <li key={`${file} ${line ?? ""} ${field ?? ""} ${message}`}>
            <TriangleAlert size={16} aria-hidden="true" />
            <div>
              <Button look="quiet" onPress={() => onOpen(file)}>
                <FormattedMessage id="hub.problemAt" values={{ file, line: line ?? 0 }} />
              </Button>
              <p>{message}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
