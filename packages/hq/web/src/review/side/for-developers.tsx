import { ChevronRight } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button as AriaButton, Disclosure, DisclosurePanel, Heading } from "react-aria-components";
import { FormattedMessage } from "react-intl";
import { hqUrl } from "../../api/base-path.ts";
import { useChangeDiff } from "../../api/changes/change.ts";
import { useReviewContext } from "../../api/changes/review-context.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Refusal } from "../../ui/notes/refusal.tsx";
import { Waiting } from "../../ui/notes/waiting.tsx";
import { Ago } from "../../ui/values/ago.tsx";
import { DiffLines } from "../request/diff-lines.tsx";
import type { ReviewParts } from "../request/parts.ts";
import text from "../../ui/text.module.css";
import styles from "./side.module.css";

/** The branch with its commits and diff for Git users; collapsed by default. */
export function ForDevelopers({ detail }: Pick<ReviewParts, "detail">): ReactNode {
  const { change, commits } = detail;
  const [isReading, setIsReading] = useState(false);
  const { gitPath } = useReviewContext();
  return (
    <Disclosure className={styles["section"] ?? ""}>
      <Heading level={2}>
        <AriaButton slot="trigger" className={styles["unfold"] ?? ""}>
          <ChevronRight size={14} aria-hidden="true" />
          <FormattedMessage id="review.forDevelopers" />
        </AriaButton>
      </Heading>
      <DisclosurePanel>
        <p className={styles["none"]}>
          <FormattedMessage id="review.branch" />
        </p>
        <pre className={styles["code"]} tabIndex={0}>
          {`git clone ${hqUrl()}${gitPath}\ngit switch ${change.branch}`}
        </pre>
        <ol className={styles["commits"]}>
          {commits.map(({ commit, subject, author, when }) => (
            <li key={commit}>
              <code>{commit.slice(0, 7)}</code>
              <span>
                {subject}
                <small className={text["faint"]}>
                  {author.name} · <Ago time={when} />
                </small>
              </span>
            </li>
          ))}
        </ol>
        <Button onPress={() => setIsReading(true)}>
          <FormattedMessage id="review.lines" />
        </Button>
      </DisclosurePanel>
      <Dialog
        title={<FormattedMessage id="review.lines" />}
        isOpen={isReading}
        isWide
        onClose={() => setIsReading(false)}
      >
        <Lines number={change.number} head={detail.head} />
      </Dialog>
    </Disclosure>
  );
}

interface LinesProps {
  readonly number: number;
  readonly head: string;
}

/** The Git diff. */
function Lines({ number, head }: LinesProps): ReactNode {
  const { data, error } = useChangeDiff(number, head, true);
  if (error !== null) return <Refusal error={error} />;
  if (data === undefined) return <Waiting />;
  return <DiffLines text={data} />;
}
