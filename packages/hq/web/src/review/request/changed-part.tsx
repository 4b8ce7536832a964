import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import type { ChangedEntry } from "../../api/changes/change.ts";
import { useTalkAt } from "../talk/threads-at.tsx";
import { anchorOf } from "./parts.ts";
import styles from "./request.module.css";

interface ChangedPartProps extends Pick<ChangedEntry, "kind" | "path"> {
  readonly title: string;
  /** What it is, where the title does not say so. */
  readonly what?: ReactNode;
  /** How it differs. */
  readonly children: ReactNode;
}

/** Something that came, went or changed as a whole, with what is said of it. */
export function ChangedPart({ kind, path, title, what, children }: ChangedPartProps): ReactNode {
  const talk = useTalkAt({ path, field: null, label: title });
  return (
    <section className={styles["part"]} id={anchorOf(path)} tabIndex={-1}>
      <header className={styles["partHead"]}>
        <h2>{title}</h2>
        {what !== undefined && <span className={styles["typeTag"]}>{what}</span>}
        <KindTag kind={kind} />
        <span className={styles["partActs"]}>{talk.button}</span>
      </header>
      {children}
      {talk.below && <div className={styles["partTalk"]}>{talk.below}</div>}
    </section>
  );
}

/** What became of a part, where that is more than a change. */
export function KindTag({ kind }: Pick<ChangedEntry, "kind">): ReactNode {
  if (kind === "changed") return null;
  return (
    <span className={styles[kind === "added" ? "newTag" : "goneTag"]}>
      <FormattedMessage id={kind === "added" ? "review.isAdded" : "review.isRemoved"} />
    </span>
  );
}
