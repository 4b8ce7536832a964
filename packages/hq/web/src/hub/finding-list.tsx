import { CircleAlert, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { Note } from "../ui/notes/note.tsx";
import { Tag } from "../ui/tag.tsx";
import note from "../ui/notes/note.module.css";
import styles from "./finding-list.module.css";

/** A finding of the advisor or of a worker's diagnostics. */
interface Finding {
  /** Id of its rule. */
  readonly id: string;
  readonly severity: "info" | "warn" | "error";
  readonly evidence: readonly string[];
  readonly fix: string;
}

interface FindingListProps {
  readonly findings: readonly Finding[];
}

const LOOKS = { error: CircleAlert, warn: TriangleAlert, info: Info } as const;
/** Findings look like notes. */
const TONES = { error: "madder", warn: "ochre", info: "" } as const;
const ORDER = ["error", "warn", "info"] as const;

/** Findings with their evidence and remedy, most severe first. */
export function FindingList({ findings }: FindingListProps): ReactNode {
  if (findings.length === 0) {
    return (
      <Note tone="leaf">
        <FormattedMessage id="hub.nothingFound" />
      </Note>
    );
  }
  const ordered = findings.toSorted(
    (left, right) => ORDER.indexOf(left.severity) - ORDER.indexOf(right.severity),
  );
  return (
    <ul className={styles["findings"]}>
      {ordered.map((finding) => (
        <li
          key={JSON.stringify(finding)}
          className={`${note["note"]} ${note[TONES[finding.severity]] ?? styles["info"]}`}
        >
          <OneFinding finding={finding} />
        </li>
      ))}
    </ul>
  );
}

function OneFinding({ finding }: { readonly finding: Finding }): ReactNode {
  const { id, severity, evidence, fix } = finding;
  const Icon = LOOKS[severity];
  return (
    <>
      <Icon size={16} aria-hidden="true" />
      <div>
        <p>
          <b>
            <FormattedMessage id={`hub.severity.${severity}`} />
          </b>{" "}
          <Tag isCode>{id}</Tag>
        </p>
        <ul>
          {evidence.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        {fix !== "" && <p className={styles["fix"]}>{fix}</p>}
      </div>
    </>
  );
}
