import { ChevronRight, CircleAlert, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import type { OpenProblem } from "../bar/state-bar.tsx";
import { jumpTo } from "../edits/jump-to.ts";
import heading from "../../ui/heading.module.css";
import text from "../../ui/text.module.css";
import styles from "./problems.module.css";
import side from "./side.module.css";

interface ProblemsProps {
  /** Problems that prevent publishing. */
  readonly toFix: readonly OpenProblem[];
  /** Warnings. */
  readonly toKnow: readonly OpenProblem[];
}

/** The problems of the entry, each linked to its field. Renders nothing if there are no problems. */
export function Problems({ toFix, toKnow }: ProblemsProps): ReactNode {
  const [fix, know] = [toFix.length, toKnow.length];
  if (fix + know === 0) return null;
  return (
    <section className={side["section"]}>
      <h2 className={`${heading["label"]} ${styles["head"]}`}>
        <FormattedMessage id="problems.title" />
        <small className={text["faint"]}>
          <FormattedMessage
            id="problems.count"
            values={{ fix, know, both: String(fix > 0 && know > 0) }}
          />
        </small>
      </h2>
      <ul className={styles["list"]}>
        {toFix.map((problem) => (
          <Problem key={`fix ${problem.path} ${problem.message}`} problem={problem} stops />
        ))}
        {toKnow.map((problem) => (
          <Problem key={`know ${problem.path} ${problem.message}`} problem={problem} />
        ))}
      </ul>
    </section>
  );
}

interface ProblemProps {
  readonly problem: OpenProblem;
  readonly stops?: boolean;
}

function Problem({ problem: { path, label, message }, stops = false }: ProblemProps): ReactNode {
  const Icon = stops ? TriangleAlert : CircleAlert;
  return (
    <li>
      <button type="button" className={styles["problem"]} onClick={() => jumpTo(path)}>
        <Icon size={15} aria-hidden="true" className={styles[stops ? "fix" : "know"]} />
        <span>
          {message === undefined ? (
            <FormattedMessage id="problems.empty" values={{ label: <b>{label}</b> }} />
          ) : (
            <>
              <b>{label}</b> {message}
            </>
          )}
        </span>
        <ChevronRight size={14} aria-hidden="true" />
      </button>
    </li>
  );
}
