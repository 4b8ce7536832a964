import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { useChangeDiff } from "../../api/changes/change.ts";
import type { SkillChange } from "../../api/changes/skill-change.ts";
import { Refusal } from "../../ui/notes/refusal.tsx";
import { Waiting } from "../../ui/notes/waiting.tsx";
import { ChangedPart } from "../request/changed-part.tsx";
import { DiffLines } from "../request/diff-lines.tsx";
import { splitDiff } from "./split-diff.ts";
import styles from "../request/request.module.css";

/** The diff of each file in a change request for skills. */
export function FileChanges({ detail }: { readonly detail: SkillChange }): ReactNode {
  const { change, files, head } = detail;
  const { data, error } = useChangeDiff(change.number, head, files.length > 0);
  const parts = data === undefined ? undefined : splitDiff(data);
  return (
    <>
      <Refusal error={error} />
      {files.map((file, place) => (
        <ChangedPart key={file.path} {...file} title={shortPath(file.path)}>
          {parts === undefined ? error === null && <Waiting /> : <Lines text={parts[place]} />}
        </ChangedPart>
      ))}
    </>
  );
}

/** Returns the path relative to the folder of all skills. */
export function shortPath(path: string): string {
  return path.replace(/^skills\//, "");
}

/** @param text - undefined if the diff was truncated */
function Lines({ text }: { readonly text: string | undefined }): ReactNode {
  if (text !== undefined && text !== "") return <DiffLines text={text} />;
  return (
    <p className={styles["help"]}>
      <FormattedMessage id={text === "" ? "review.emptyFile" : "review.tooLong"} />
    </p>
  );
}
