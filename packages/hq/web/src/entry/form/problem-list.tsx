import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import type { Field } from "../../api/content/schema.ts";
import { jumpTo } from "../jump-to.ts";
import { type FieldProblem, labelOf } from "./problems.ts";
import styles from "../entry.module.css";

interface ProblemListProps {
  readonly problems: readonly FieldProblem[];
  readonly fields: readonly Field[];
}

/** Lists the problems, each linked to its field. */
export function ProblemList({ problems, fields }: ProblemListProps): ReactNode {
  if (problems.length === 0) return null;
  return (
    <section className={styles["problems"]} role="alert">
      <h2>
        <FormattedMessage id="entry.problems" values={{ count: problems.length }} />
      </h2>
      <ul>
        {problems.map(({ path, message }) => (
          <li key={`${path} ${message}`}>
            <TriangleAlert size={16} aria-hidden="true" />
            <button type="button" className={styles["jump"]} onClick={() => jumpTo(path)}>
              {labelOf(path, fields)}
            </button>
            <span>{message}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
