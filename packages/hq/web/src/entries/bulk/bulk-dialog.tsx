import { type ReactNode, useState } from "react";
import { ProgressBar } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import { Link } from "react-router";
import { type BulkPlan, type BulkResult, useChangeEntries } from "../../api/content/bulk.ts";
import type { EntrySummary } from "../../api/content/entries.ts";
import { randomName } from "../../api/random-name.ts";
import { useIsPublic, useSiteId } from "../../api/sites.ts";
import type { MessageId } from "../../messages/messages.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import { HiddenPublishNote } from "../../ui/notes/hidden-publish-note.tsx";
import { Note } from "../../ui/notes/note.tsx";
import { Refusal } from "../../ui/notes/refusal.tsx";
import { useLiveMessageId } from "../../ui/values/live-message.tsx";
import { PublishChoice } from "./publish-choice.tsx";
import styles from "./bulk.module.css";

interface BulkDialogProps {
  readonly plan: BulkPlan;
  /** Receives whether anything was done. */
  readonly onClose: (isDone: boolean) => void;
}

const MOST_REVIEWED = 60;

/** Describes and confirms a bulk action, then shows its progress and the result for each entry. */
export function BulkDialog({ plan: initialPlan, onClose }: BulkDialogProps): ReactNode {
  const [plan, setPlan] = useState(initialPlan);
  const { act, entries } = plan;
  const [results, setResults] = useState<readonly BulkResult[]>([]);
  const [publishAt, setPublishAt] = useState<string>();
  const [name] = useState(randomName);
  const change = useChangeEntries();
  // Entries too broken to have an id can't be processed and need fixing first.
  const ids = entries.flatMap(({ id }) => id ?? []);
  const count = ids.length;
  const isOver = change.isSuccess || (change.isError && results.length > 0);
  const start = (at: string | undefined, selected: readonly EntrySummary[] = entries): void => {
    if (change.isPending) return;
    setPublishAt(at);
    setPlan({ act, entries: selected });
    change.mutate({
      act,
      ids: selected.flatMap(({ id }) => id ?? []),
      from: results.length,
      name,
      ...(at !== undefined && { publishAt: at }),
      onProgress: (more) => setResults((known) => [...known, ...more]),
    });
  };
  // Only small numbers of entries are reviewed one by one.
  const isReviewed = act === "publish" && !isOver && count > 0 && count <= MOST_REVIEWED;
  const close = (): void => {
    if (!change.isPending) onClose(isOver);
  };
  return (
    <Dialog
      title={
        isReviewed ? (
          <FormattedMessage id="publish.title" />
        ) : (
          <FormattedMessage id={`bulk.${act}${isOver ? "Act" : "Title"}`} values={{ count }} />
        )
      }
      isOpen
      isWide={isReviewed}
      onClose={close}
    >
      {isOver ? (
        <BulkOutcome
          plan={plan}
          results={results}
          left={count - results.length}
          error={change.error}
          onGoOn={() => start(publishAt)}
          onClose={close}
        />
      ) : isReviewed ? (
        <>
          <Refusal error={change.error} />
          <PublishChoice
            entries={entries}
            isWorking={change.isPending}
            onPublish={(selected) => start(undefined, selected)}
            onSchedule={(selected) => setPlan({ act: "schedule", entries: selected })}
            onClose={close}
          >
            {change.isPending && <Progress done={results.length} count={count} />}
          </PublishChoice>
        </>
      ) : (
        <>
          <Refusal error={change.error} />
          <Question plan={plan} count={count} onStart={start} onClose={close}>
            {change.isPending && <Progress done={results.length} count={count} />}
          </Question>
        </>
      )}
    </Dialog>
  );
}

interface QuestionProps {
  readonly plan: BulkPlan;
  readonly count: number;
  readonly onStart: (publishAt: string | undefined) => void;
  readonly onClose: () => void;
  /** Shown while the action runs. */
  readonly children: ReactNode;
}

const SHOWN_TITLES = 8;

function Question({ plan, count, onStart, onClose, children }: QuestionProps): ReactNode {
  const { formatMessage } = useIntl();
  const liveMessageId = useLiveMessageId();
  const [time, setTime] = useState("");
  const { act, entries } = plan;
  const isWorking = Boolean(children);
  const when = time === "" ? undefined : new Date(time).toISOString();
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const live = entries.filter((entry) => entry.live !== undefined).length;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (act !== "schedule" || when !== undefined) onStart(when);
      }}
    >
      <p>
        <FormattedMessage id={confirmationText(act, liveMessageId)} values={{ live }} />
      </p>
      <ul className={styles["titles"]}>
        {entries.slice(0, SHOWN_TITLES).map(({ type, slug, title }) => (
          <li key={`${type}/${slug}`}>{title}</li>
        ))}
        {entries.length > SHOWN_TITLES && (
          <li>
            <FormattedMessage id="bulk.more" values={{ count: entries.length - SHOWN_TITLES }} />
          </li>
        )}
      </ul>
      {act === "schedule" && (
        <TextField
          label={formatMessage({ id: "bulk.when" })}
          help={formatMessage({ id: "bulk.zone" }, { zone })}
          type="datetime-local"
          value={time}
          onChange={setTime}
          isRequired
        />
      )}
      {(act === "publish" || act === "schedule") && <HiddenPublishNote />}
      {children}
      <div className={styles["answer"]}>
        <Button onPress={onClose} isDisabled={isWorking}>
          <FormattedMessage id="bulk.cancel" />
        </Button>
        <Button look="primary" type="submit" isWorking={isWorking}>
          <FormattedMessage id={`bulk.${act}Act`} values={{ count }} />
        </Button>
      </div>
    </form>
  );
}

/** Returns the message about the action and its effect on the live site. */
function confirmationText(
  act: BulkPlan["act"],
  liveMessageId: ReturnType<typeof useLiveMessageId>,
): MessageId {
  if (act === "unpublish" || act === "delete") return liveMessageId(`bulk.${act}Text`);
  return `bulk.${act}Text`;
}

function Progress({ done, count }: { readonly done: number; readonly count: number }): ReactNode {
  const { formatMessage } = useIntl();
  return (
    <ProgressBar
      className={styles["progress"] ?? ""}
      aria-label={formatMessage({ id: "bulk.progress" })}
      value={done}
      maxValue={count}
    >
      {({ percentage = 0 }) => (
        <>
          <span role="status">
            <FormattedMessage id="bulk.through" values={{ done, count }} />
          </span>
          <span className={styles["track"]}>
            <span className={styles["fill"]} style={{ width: `${percentage}%` }} />
          </span>
        </>
      )}
    </ProgressBar>
  );
}

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
function BulkOutcome(props: BulkOutcomeProps): ReactNode {
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
