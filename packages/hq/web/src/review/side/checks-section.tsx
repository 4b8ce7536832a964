import { CircleAlert, CircleCheck, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import type { ChangeChecks } from "../../api/changes/checks.ts";
import { useSchema } from "../../api/content/schema.ts";
import { LiveMessage } from "../../ui/values/live-message.tsx";
import { anchorOf, type ChangeParts } from "../request/parts.ts";
import { publishProblems } from "../stage/merge-rules.ts";
import heading from "../../ui/heading.module.css";
import styles from "./side.module.css";

/** Problems by the site's rules and the publish checks. */
export function ChecksSection({ detail, checks }: ChangeParts): ReactNode {
  const issues = detail.merge?.issues ?? [];
  if (checks === undefined) {
    return (
      <section className={styles["section"]}>
        <h2 className={heading["label"]}>
          <FormattedMessage id="review.checks" />
        </h2>
        <p className={styles["none"]} role="status">
          <FormattedMessage id="waiting" />
        </p>
      </section>
    );
  }
  const problems = publishProblems(checks);
  const warnings = checks.entries.flatMap((entry) => entry.warnings);
  return (
    <section className={styles["section"]}>
      <h2 className={heading["label"]}>
        <FormattedMessage id="review.checks" />
      </h2>
      <ul className={styles["checks"]}>
        {issues.length === 0 ? (
          <Passed id="review.checkRules" />
        ) : (
          issues.map(({ path, field, message }) => (
            <ProblemItem key={`${path} ${field} ${message}`} tone="madder">
              {path !== undefined && <b>{titleOf(detail, path)}</b>} {message}
            </ProblemItem>
          ))
        )}
        {problems.length === 0 ? (
          <Passed id="review.checkFields" />
        ) : (
          problems.map((problem) => (
            <ProblemItem key={problem.id} tone="ochre">
              <ProblemsToFix detail={detail} problem={problem} />
            </ProblemItem>
          ))
        )}
        {warnings.length === 0 ? (
          <Passed id="review.checkLinks" />
        ) : (
          warnings.map(({ id, path, message }) => (
            <ProblemItem key={`${id} ${path}`} tone="ochre">
              <EntryLink detail={detail} id={id} /> {message}
            </ProblemItem>
          ))
        )}
        {checks.live.length > 0 && (
          <li>
            <CircleAlert size={15} aria-hidden="true" data-tone="slate" />
            <span>
              <LiveMessage
                id="review.wouldChange"
                values={{ count: checks.live.length, also: checks.shownIn.length }}
              />
            </span>
          </li>
        )}
      </ul>
    </section>
  );
}

interface PassedProps {
  readonly id: "review.checkRules" | "review.checkFields" | "review.checkLinks";
}

function Passed({ id }: PassedProps): ReactNode {
  return (
    <li>
      <CircleCheck size={15} aria-hidden="true" data-tone="leaf" />
      <span>
        <FormattedMessage id={id} />
      </span>
    </li>
  );
}

interface ProblemItemProps {
  readonly tone: "ochre" | "madder";
  readonly children: ReactNode;
}

function ProblemItem({ tone, children }: ProblemItemProps): ReactNode {
  const Icon = tone === "madder" ? TriangleAlert : CircleAlert;
  return (
    <li>
      <Icon size={15} aria-hidden="true" data-tone={tone} />
      <span>{children}</span>
    </li>
  );
}

interface ProblemsToFixProps extends Pick<ChangeParts, "detail"> {
  readonly problem: ChangeChecks["entries"][number];
}

/** An entry's problems to fix before publishing, by field. */
function ProblemsToFix({ detail, problem: { id, problems } }: ProblemsToFixProps): ReactNode {
  const { formatList } = useIntl();
  const entry = detail.entries.find((one) => one.id === id);
  const { data: schema } = useSchema(entry?.type ?? "");
  const labels = problems.map(({ path }) => {
    const [name = path] = path.split(/[.[]/);
    return schema?.fields.find(({ apiId }) => apiId === name)?.label ?? path;
  });
  return (
    <span title={problems.map(({ message }) => message).join("\n")}>
      <FormattedMessage
        id="review.toMend"
        values={{
          entry: <EntryLink detail={detail} id={id} />,
          fields: formatList([...new Set(labels)]),
        }}
      />
    </span>
  );
}

interface EntryLinkProps extends Pick<ChangeParts, "detail"> {
  readonly id: string;
}

/** Links to the entry's changes. */
function EntryLink({ detail, id }: EntryLinkProps): ReactNode {
  const entry = detail.entries.find((one) => one.id === id);
  if (entry === undefined) return null;
  return <a href={`#${anchorOf(entry.path)}`}>{entry.title}</a>;
}

function titleOf(detail: ChangeParts["detail"], path: string): string {
  return detail.entries.find((entry) => entry.path === path)?.title ?? path;
}
