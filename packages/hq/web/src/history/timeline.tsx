import { type ReactNode, useId } from "react";
import { FormattedDate, FormattedMessage, useIntl } from "react-intl";
import { Link } from "react-router";
import type { HistoryEvent } from "../api/content/history.ts";
import { Button } from "../ui/button.tsx";
import { Ago } from "../ui/values/ago.tsx";
import { AboutEvent, WhoDid } from "../ui/values/event-words.tsx";
import { type Chosen, choiceOf, hasVersion } from "./choose-versions.ts";
import styles from "./history.module.css";

interface TimelineProps {
  readonly events: readonly HistoryEvent[];
  readonly chosen: Chosen;
  /** Address of this screen with two versions chosen. */
  readonly addressOf: (chosen: Chosen) => string;
  readonly me: string | undefined;
  readonly isLoading: boolean;
  /** Absent where the entry was begun. */
  readonly onEarlier?: (() => void) | undefined;
}

/** What happened to an entry, newest first, a band of earth for each event. */
export function Timeline(props: TimelineProps): ReactNode {
  const { events, isLoading, onEarlier } = props;
  const { formatMessage } = useIntl();
  const months = Map.groupBy(events, ({ when }) => monthOf(when));
  return (
    <nav className={styles["timeline"]} aria-label={formatMessage({ id: "history.timeline" })}>
      {[...months].map(([month, happened]) => (
        <Month key={month} {...props} happened={happened} />
      ))}
      {onEarlier !== undefined && (
        <Button isWorking={isLoading} onPress={() => !isLoading && onEarlier()}>
          <FormattedMessage id="history.earlier" />
        </Button>
      )}
    </nav>
  );
}

/** In the zone of whoever looks. */
function monthOf(when: string): string {
  const date = new Date(when);
  return `${date.getFullYear()}-${date.getMonth()}`;
}

interface MonthProps extends TimelineProps {
  readonly happened: readonly HistoryEvent[];
}

function Month({ happened, events, chosen, addressOf, me }: MonthProps): ReactNode {
  const heading = useId();
  return (
    <section>
      <h2 id={heading} className={styles["month"]}>
        <FormattedDate value={happened[0]?.when} month="long" year="numeric" />
      </h2>
      <ol aria-labelledby={heading} className={styles["core"]}>
        {happened.map((event) => (
          <li key={`${event.kind} ${event.commit}`}>
            <EventRow
              event={event}
              address={hasVersion(event) ? addressOf(choiceOf(event, events)) : undefined}
              chosen={chosen}
              me={me}
            />
          </li>
        ))}
      </ol>
    </section>
  );
}

interface EventRowProps {
  readonly event: HistoryEvent;
  /** Absent of what left no version. */
  readonly address: string | undefined;
  readonly chosen: Chosen;
  readonly me: string | undefined;
}

function EventRow({ event, address, chosen, me }: EventRowProps): ReactNode {
  const { commit, kind, when } = event;
  const letter = hasVersion(event) ? letterOf(commit, chosen) : undefined;
  const row = (
    <>
      <i className={`${styles["band"]} ${styles[kind] ?? ""}`} aria-hidden="true" />
      <span className={styles["words"]}>
        <b>
          <WhoDid event={event} me={me} />
        </b>
        <small>
          <AboutEvent event={event} />
        </small>
      </span>
      <span className={styles["side"]}>
        <Ago time={when} />
        {letter !== undefined && <Letter letter={letter} />}
      </span>
    </>
  );
  if (address === undefined) return <span className={styles["event"]}>{row}</span>;
  return (
    <Link
      to={address}
      replace
      className={styles["event"]}
      {...(letter !== undefined && { "aria-current": "true" })}
    >
      {row}
    </Link>
  );
}

/** What a version is called in the comparison. */
function letterOf(commit: string, { from, to }: Chosen): "A" | "B" | undefined {
  if (commit === to) return "B";
  return commit === from ? "A" : undefined;
}

/** A, the older version that is compared, or B, the newer one. */
export function Letter({ letter }: { readonly letter: "A" | "B" }): ReactNode {
  return <span className={styles["letter"]}>{letter}</span>;
}
