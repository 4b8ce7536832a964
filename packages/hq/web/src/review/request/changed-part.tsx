import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import type { ChangedEntry } from "../../api/changes/change.ts";
import { Tag } from "../../ui/tag.tsx";
import { useThreadsAt } from "../comments/threads-at.tsx";
import { anchorOf } from "./parts.ts";
import form from "../../ui/form.module.css";
import heading from "../../ui/heading.module.css";
import styles from "./request.module.css";

interface ChangedPartProps extends Pick<ChangedEntry, "kind" | "path"> {
  readonly title: string;
  /** What it is, if the title doesn't show it. */
  readonly what?: ReactNode;
  /** Its differences. */
  readonly children: ReactNode;
}

/** A part that was added, deleted, or changed as a whole, with its comments. */
export function ChangedPart({ kind, path, title, what, children }: ChangedPartProps): ReactNode {
  const talk = useThreadsAt({ path, field: null, label: title });
  return (
    <section className={styles["part"]} id={anchorOf(path)} tabIndex={-1}>
      <header className={form["buttons"]}>
        <h2 className={heading["heading"]}>{title}</h2>
        {what !== undefined && <Tag>{what}</Tag>}
        <KindTag kind={kind} />
        <span className={styles["partActs"]}>{talk.button}</span>
      </header>
      {children}
      {talk.below && <div className={styles["partTalk"]}>{talk.below}</div>}
    </section>
  );
}

/** The kind of change, unless it is an ordinary edit. */
export function KindTag({ kind }: Pick<ChangedEntry, "kind">): ReactNode {
  if (kind === "changed") return null;
  return (
    <Tag tone={kind === "added" ? "leaf" : "madder"}>
      <FormattedMessage id={kind === "added" ? "review.isAdded" : "review.isRemoved"} />
    </Tag>
  );
}
