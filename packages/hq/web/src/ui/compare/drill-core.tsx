import type { ReactNode } from "react";
import { FormattedDate } from "react-intl";
import { Link } from "react-router";
import { Ago } from "../values/ago.tsx";
import styles from "./drill-core.module.css";

/** Sand: begun. Ochre: saved. Clay: brought back. Peat: withdrawn, or another form. Leaf: live. Slate: put together. */
export type Band = "sand" | "ochre" | "clay" | "peat" | "leaf" | "slate";

/** Something that happened. */
interface CoreEvent {
  readonly key: string;
  /** ISO 8601; absent of what nobody noted. */
  readonly when: string | undefined;
  readonly band: Band;
  readonly name: ReactNode;
  readonly about: ReactNode;
  /** Where it is looked at; absent of what left nothing to look at. */
  readonly address: string | undefined;
  /** What it is called in the comparison that is shown. */
  readonly letter: "A" | "B" | undefined;
}

interface DrillCoreProps {
  readonly label: string;
  /** The newest first. */
  readonly events: readonly CoreEvent[];
  /** The way to more of them. */
  readonly children?: ReactNode;
}

/** What happened, a band of earth for each event: the words beside it say what it was. */
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

/** In the zone of whoever looks. */
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

/** A, the older version that is compared, or B, the newer one. */
export function Letter({ letter }: { readonly letter: "A" | "B" }): ReactNode {
  return <span className={styles["letter"]}>{letter}</span>;
}
