import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import type { Worker } from "../../api/hub/workers.ts";
import { Tag } from "../../ui/tag.tsx";
import styles from "./workers.module.css";

type Isolation = NonNullable<NonNullable<Worker["facts"]>["isolation"]>;

const TONES = { boxed: "leaf", contained: "ochre", none: "madder" } as const;

/** How a worker isolates runs, what that means, and why it isn't stronger. */
export function WorkerIsolation({ isolation }: { readonly isolation: Isolation }): ReactNode {
  const { level, isChosen, unavailable } = isolation;
  return (
    <section>
      <header className={styles["heading"]}>
        <h2>
          <FormattedMessage id="hub.isolation" />
        </h2>
        <Tag tone={TONES[level]}>
          <FormattedMessage id={`hub.isolation.${level}`} />
        </Tag>
      </header>
      <div className={styles["notes"]}>
        <p>
          <FormattedMessage id={`hub.isolationMeans.${level}`} />
        </p>
        {isChosen && (
          <p className={styles["soft"]}>
            <FormattedMessage id="hub.isolationChosen" />
          </p>
        )}
        {unavailable.map(({ level: missing, reason }) => (
          <p key={missing} className={styles["soft"]}>
            <FormattedMessage
              id={missing === "boxed" ? "hub.isolationNotBoxed" : "hub.isolationNotContained"}
              values={{ reason }}
            />
          </p>
        ))}
      </div>
    </section>
  );
}
