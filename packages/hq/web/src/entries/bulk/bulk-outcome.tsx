import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { Link } from "react-router";
import type { BulkPlan, BulkResult } from "../../api/content/bulk.ts";
import { useIsPublic, useSiteId } from "../../api/sites.ts";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/notes/note.tsx";
import { Refusal } from "../../ui/notes/refusal.tsx";
import styles from "./bulk.module.css";

interface BulkOutcomeProps {
  readonly plan: BulkPlan;
  readonly results: readonly BulkResult[];
  /** Number of entries not processed because of an error. */
  readonly left: number;
  readonly error: Error | null;
  readonly onGoOn: () => void;
  readonly onClose: () => void;
}

/** The result of a bulk action: how many entries succeeded, failed and why, or were not processed. */
export function BulkOutcome(props: BulkOutcomeProps): ReactNode {
  const { plan, results, left, error, onGoOn, onClose } = props;
  const isPublic = useIsPublic();
  const done = results.filter(({ result }) => result === "done").length;
  const unchanged = results.filter(({ result }) => result === "unchanged").length;
  const refused = results.filter(({ result }) => result === "refused");
  return (
    <div className={styles["outcome"]}>
      {done > 0 && (
        <Note tone="leaf">
          <FormattedMessage
            id={plan.act === "publish" && !isPublic ? "bulk.publishHidden" : `bulk.${plan.act}Done`}
            values={{ count: done }}
          />
        </Note>
      )}
      {unchanged > 0 && (
        <p>
          <FormattedMessage id="bulk.unchanged" values={{ count: unchanged }} />
        </p>
      )}
      {refused.length > 0 && (
        <>
          <Note tone="madder">
            <FormattedMessage id="bulk.refused" values={{ count: refused.length }} />
          </Note>
          <Refused plan={plan} refused={refused} />
        </>
      )}
      <Refusal error={error} />
      {left > 0 && (
        <p>
          <FormattedMessage id="bulk.left" values={{ count: left }} />
        </p>
      )}
      <div className={styles["answer"]}>
        {/* The button that had the focus is gone. */}
        <Button look={left > 0 ? "plain" : "primary"} onPress={onClose} autoFocus={left === 0}>
          <FormattedMessage id="bulk.close" />
        </Button>
        {left > 0 && (
          <Button look="primary" onPress={onGoOn} autoFocus>
            <FormattedMessage id="bulk.goOn" values={{ count: left }} />
          </Button>
        )}
      </div>
    </div>
  );
}

interface RefusedProps {
  readonly plan: BulkPlan;
  readonly refused: readonly BulkResult[];
}

/** The failed entries, each linked to where it can be fixed. */
function Refused({ plan, refused }: RefusedProps): ReactNode {
  const site = useSiteId();
  const known = new Map(plan.entries.map((entry) => [entry.id, entry]));
  return (
    <ul className={styles["titles"]}>
      {refused.map(({ id, message, problems = [] }) => {
        const { type = "", title = id } = known.get(id) ?? {};
        return (
          <li key={id}>
            <Link className={styles["refused"]} to={`/sites/${site}/entries/${type}/${id}`}>
              {title}
            </Link>
            {": "}
            {problems.length === 0 ? message : problems.map((problem) => problem.message).join(" ")}
          </li>
        );
      })}
    </ul>
  );
}
