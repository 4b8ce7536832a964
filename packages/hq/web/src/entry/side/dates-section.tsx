import type { ReactNode } from "react";
import { FormattedDate, FormattedMessage } from "react-intl";
import type { Entry } from "../../api/content/entry.ts";
import type { TimedAct, TimeState } from "../../api/publishing/entry-times.ts";
import type { MessageId } from "../../messages/messages.ts";
import { useLiveMessageId } from "../../ui/values/live-message.tsx";
import entryStyles from "../entry.module.css";
import styles from "./side.module.css";

interface DatesSectionProps {
  readonly entry: Entry;
  readonly times: readonly TimeState[];
  readonly mayWrite: boolean;
  readonly onSchedule: () => void;
}

/** The schedule of the entry and its past dates. */
export function DatesSection(props: DatesSectionProps): ReactNode {
  const { entry, times, mayWrite, onSchedule } = props;
  const liveMessageId = useLiveMessageId();
  const known = [
    [liveMessageId("side.liveSince"), entry.live?.publishedAt],
    ["side.begun", entry.createdAt],
    ["side.saved", entry.updatedAt],
  ] as const satisfies readonly (readonly [MessageId, string | undefined])[];
  const timeOf = (act: TimedAct): string | undefined =>
    times.find((time) => time.act === act && time.kind !== "done")?.at;
  return (
    <section className={styles["section"]}>
      <h2>
        <FormattedMessage id="side.dates" />
      </h2>
      <dl className={styles["facts"]}>
        {(["publish", "unpublish"] as const).map((act) => {
          const at = timeOf(act);
          if (at === undefined && !mayWrite) return null;
          return (
            <div key={act}>
              <dt>
                <FormattedMessage id={`side.${act}`} />
              </dt>
              <dd>
                {mayWrite ? (
                  <button type="button" className={entryStyles["plain"]} onClick={onSchedule}>
                    {at === undefined ? <FormattedMessage id="schedule.open" /> : <At time={at} />}
                  </button>
                ) : (
                  at !== undefined && <At time={at} />
                )}
              </dd>
            </div>
          );
        })}
        {known.map(
          ([id, at]) =>
            at !== undefined && (
              <div key={id}>
                <dt>
                  <FormattedMessage id={id} />
                </dt>
                <dd>
                  <At time={at} />
                </dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
}

function At({ time }: { readonly time: string }): ReactNode {
  return (
    <time dateTime={time}>
      <FormattedDate value={time} dateStyle="medium" timeStyle="short" />
    </time>
  );
}
