import { type ReactNode, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import {
  MEMORY_KINDS,
  type MemoryEntry,
  type MemoryKind,
  useWriteMemory,
} from "../../api/hub/memory.ts";
import type { Project } from "../../api/hub/projects.ts";
import { AreaField } from "../../ui/fields/area-field.tsx";
import { SelectField } from "../../ui/fields/select-field.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import { FormDialog } from "../form-dialog.tsx";
import styles from "./memory.module.css";

interface MemoryDialogProps {
  readonly workerId: string;
  /** Undefined for a new entry. */
  readonly entry: MemoryEntry | undefined;
  /** Project of the displayed entries. */
  readonly project: string | undefined;
  /** The worker's projects. */
  readonly projects: readonly Project[];
  readonly onClose: () => void;
}

const UNIVERSAL = "universal";

/** Creates or edits a memory entry and selects its project. */
export function MemoryDialog(props: MemoryDialogProps): ReactNode {
  const { workerId, entry, projects, onClose } = props;
  const { formatMessage } = useIntl();
  const [words, setWords] = useState(() => wordsOf(entry, props.project));
  const [isTold, setIsTold] = useState(false);
  const write = useWriteMemory(workerId, entry);
  const { content, kind, tags, projectId } = words;
  const isLacking = isTold && content.trim() === "";
  const send = (): void => {
    setIsTold(true);
    const wish = { ...words, tags: tags.split(",").flatMap((tag) => tag.trim() || []) };
    if (content.trim() !== "") write.mutate(wish, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title={<FormattedMessage id={entry === undefined ? "hub.remember" : "hub.changeMemory"} />}
      act={<FormattedMessage id="hub.save" />}
      asked={write}
      onSend={send}
      onClose={onClose}
    >
      <AreaField
        label={formatMessage({ id: "hub.memoryContent" })}
        help={formatMessage({ id: "hub.memoryContentHelp" })}
        rows={5}
        value={content}
        onChange={(next) => setWords({ ...words, content: next })}
        autoFocus
        isInvalid={isLacking}
        error={isLacking ? formatMessage({ id: "form.required" }) : undefined}
      />
      <div className={styles["two"]}>
        <SelectField
          label={formatMessage({ id: "hub.projectOne" })}
          options={[
            [UNIVERSAL, formatMessage({ id: "hub.universal" })],
            ...projects.map(({ id, name }) => [id, name] as const),
          ]}
          value={projectId ?? UNIVERSAL}
          onChange={(id) => setWords({ ...words, projectId: id === UNIVERSAL ? null : id })}
        />
        <SelectField
          label={formatMessage({ id: "hub.kind" })}
          options={MEMORY_KINDS.map((id) => [id, formatMessage({ id: `hub.kind.${id}` })] as const)}
          value={kind}
          onChange={(id) => setWords({ ...words, kind: kindOf(id) })}
        />
      </div>
      <TextField
        label={formatMessage({ id: "hub.tags" })}
        help={formatMessage({ id: "hub.tagsHelp" })}
        value={tags}
        onChange={(next) => setWords({ ...words, tags: next })}
      />
    </FormDialog>
  );
}

interface MemoryWords {
  readonly content: string;
  readonly kind: MemoryKind;
  /** Comma-separated. */
  readonly tags: string;
  readonly projectId: string | null;
}

function wordsOf(entry: MemoryEntry | undefined, project: string | undefined): MemoryWords {
  if (entry === undefined) {
    return { content: "", kind: "fact", tags: "", projectId: project ?? null };
  }
  const { content, kind, tags, projectId } = entry;
  return { content, kind: kindOf(kind), tags: tags.join(", "), projectId };
}

function kindOf(id: string): MemoryKind {
  return MEMORY_KINDS.find((one) => one === id) ?? "fact";
}
