import type { ReactNode } from "react";
import { FormattedDate, FormattedMessage } from "react-intl";
import type { Entry } from "../api/entry.ts";
import type { Field } from "../api/schema.ts";
import { StateMark } from "../ui/state-mark.tsx";
import styles from "./entry.module.css";

interface StateBarProps {
  readonly entry: Entry | undefined;
  /** What has to be filled before it can be published. */
  readonly missing: readonly Field[];
  /** Why it cannot be published though everything is filled, in a sentence. */
  readonly why: ReactNode;
}

/** Where the entry stands, and exactly why Publish is not possible. */
export function StateBar({ entry, missing, why }: StateBarProps): ReactNode {
  return (
    <div className={styles["stateBar"]}>
      <StateMark state={entry?.state ?? "draft"} />
      {entry?.live !== undefined && (
        <span className={styles["live"]}>
          <FormattedMessage
            id="entry.liveSince"
            values={{ date: <FormattedDate value={entry.live.publishedAt} dateStyle="medium" /> }}
          />
        </span>
      )}
      <span className={styles["why"]} id="why-not-published">
        {missing.length > 0 ? (
          <>
            <b>
              <FormattedMessage id="entry.toFill" values={{ count: missing.length }} />
            </b>{" "}
            {missing.map(({ apiId, label }, place) => (
              <span key={apiId}>
                {place > 0 && ", "}
                <button type="button" className={styles["jump"]} onClick={() => jumpTo(apiId)}>
                  {label}
                </button>
              </span>
            ))}
          </>
        ) : (
          why
        )}
      </span>
    </div>
  );
}

/** Brings the control of a field into view and gives it the focus. */
export function jumpTo(path: string): void {
  const place = document.querySelector(`[data-path="${CSS.escape(path)}"]`);
  place?.scrollIntoView({ block: "center" });
  const control = place?.matches("input, textarea, button")
    ? place
    : place?.querySelector("input, textarea, button, [tabindex]");
  if (control instanceof HTMLElement) control.focus();
}
