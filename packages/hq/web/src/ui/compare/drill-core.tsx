import type { ReactNode } from "react";
import { FormattedDate } from "react-intl";
import { Link } from "react-router";
import { Ago } from "../values/ago.tsx";
import styles from "./drill-core.module.css";

/** Sand: created. Ochre: saved. Clay: restored. Peat: unpublished or schema changed. Leaf: published. Slate: merged. */
export type Band = "sand" | "ochre" | "clay" | "peat" | "leaf" | "slate";

/** An event. */
interface CoreEvent {
  readonly key: string;
  /** ISO 8601; absent if unknown. */
  readonly when: string | undefined;
  readonly band: Band;
  readonly name: ReactNode;
  readonly about: ReactNode;
  /** Link to the event; absent if there is nothing to show. */
  readonly address: string | undefined;
  /** Its letter in the displayed comparison. */
  readonly letter: "A" | "B" | undefined;
}

interface DrillCoreProps {
  readonly label: string;
  /** Newest first. */
  readonly events: readonly CoreEvent[];
  /** Button that loads more. */
  readonly children?: ReactNode;
}

/** Events as colored bands of a drill core, each with a description. */
export function DrillCore({ label, events, children }: DrillCoreProps): ReactNode {
  const months = Map.groupBy(events, ({ when }) => monthOf(when));
  return (
    <nav className={styles["timeline"]} aria-label={label}>
      {[...months].map(([month, happened]) => (
        <section key={month}>
          {month !== "" && (
            <h2 className={styles["month"]}>
              <FormattedDate value={happened[0]?.when} month="long" year="numeric" />
            </h2>
          )}
          <ol className={styles["core"]}>
            {happened.map(({ key, ...event }) => (
              <li key={key}>
                <EventRow event={event} />
              </li>
            ))}
          </ol>
        </section>
      ))}
      {children}
    </nav>
  );
}

/** Returns the month in the viewer's time zone. */
function monthOf(when: string | undefined): string {
  if (when === undefined) return "";
  const date = new Date(when);
  return `${date.getFullYear()}-${date.getMonth()}`;
}

function EventRow({ event }: { readonly event: Omit<CoreEvent, "key"> }): ReactNode {
  const { when, band, name, about, address, letter } = event;
  const row = (
    <>
      <i className={`${styles["band"]} ${styles[band]}`} aria-hidden="true" />
      <span className={styles["words"]}>
        <b>{name}</b>
        <small>{about}</small>
      </span>
      <span className={styles["side"]}>
        {when !== undefined && <Ago time={when} />}
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

/** A for the older compared version, B for the newer one. */
export function Letter({ letter }: { readonly letter: "A" | "B" }): ReactNode {
  return <span className={styles["letter"]}>{letter}</span>;
}
