import { TriangleAlert } from "lucide-react";
import { type ReactNode, useState } from "react";
import { FormattedMessage } from "react-intl";
import type { Field } from "../../../api/content/schema.ts";
import { type SkillVersion, useSkillVersions } from "../../../api/hub/skills.ts";
import { Button } from "../../../ui/button.tsx";
import { ConflictDialog } from "../../../ui/compare/conflict-dialog.tsx";
import { Note } from "../../../ui/notes/note.tsx";
import type { SkillEdits } from "../use-skill-draft.ts";
import type { SkillProblem } from "./problems.ts";
import styles from "./skill-editor.module.css";

interface SkillNotesProps {
  readonly name: string;
  readonly edits: SkillEdits;
}

const WORDS = {
  title: "hub.conflictTitle",
  count: "hub.conflictCount",
  will: "hub.conflictWill",
  save: "hub.conflictDone",
} as const;

/** Notes about versions saved by others: automatic merges and conflicts to resolve. */
export function SkillNotes({ name, edits }: SkillNotesProps): ReactNode {
  const { joined, conflict, isChanged, decide } = edits;
  const [isAsking, setIsAsking] = useState(false);
  const { data: versions = [] } = useSkillVersions(name);
  const newest = versions[0];
  return (
    <>
      {joined !== undefined && (
        <Note tone="leaf">
          <FormattedMessage
            id={isChanged ? "hub.joined" : "hub.newerShown"}
            values={{ version: joined, who: versionAuthor(versions, joined) }}
          />
        </Note>
      )}
      {conflict !== undefined && (
        <Note tone="ochre">
          <FormattedMessage
            id="hub.conflictWaits"
            values={{ who: newest?.by.name ?? "", count: conflict.conflicts.length }}
          />
          <Button look="quiet" onPress={() => setIsAsking(true)}>
            <FormattedMessage id="conflict.decide" />
          </Button>
        </Note>
      )}
      {isAsking && conflict !== undefined && (
        <ConflictDialog
          texts={WORDS}
          refused={{ current: "", conflicts: conflict.conflicts, merged: {} }}
          fields={conflict.conflicts.map(({ path }) => fieldFor(path))}
          other={newest?.by.name}
          together={[]}
          isSaving={false}
          onDecide={(decided) => {
            decide(decided);
            setIsAsking(false);
          }}
          onLater={() => setIsAsking(false)}
        />
      )}
    </>
  );
}

function versionAuthor(versions: readonly SkillVersion[], version: number): string {
  return versions.find((one) => one.version === version)?.by.name ?? "";
}

/** Files are compared and resolved like text fields. */
function fieldFor(path: string): Field {
  return { apiId: path, label: path, type: "textarea", required: false, multiple: false };
}

interface ProblemListProps {
  readonly problems: readonly SkillProblem[];
  /** Opens a file. */
  readonly onOpen: (file: string) => void;
}

/** The problems to fix before saving a skill, each linked to its file. */
export function ProblemList({ problems, onOpen }: ProblemListProps): ReactNode {
  if (problems.length === 0) return null;
  return (
    <section className={styles["problems"]} role="alert">
      <h2>
        <FormattedMessage id="hub.problems" values={{ count: problems.length }} />
      </h2>
      <ul>
        {problems.map(({ file, line, field, message }) => (
          <li key={`${file} ${line ?? ""} ${field ?? ""} ${message}`}>
            <TriangleAlert size={16} aria-hidden="true" />
            <div>
              <Button look="quiet" onPress={() => onOpen(file)}>
                <FormattedMessage id="hub.problemAt" values={{ file, line: line ?? 0 }} />
              </Button>
              <p>{message}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
