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
import form from "../../ui/form.module.css";

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
  const [values, setValues] = useState(() => initialValues(entry, props.project));
  const [isSubmitted, setIsSubmitted] = useState(false);
  const write = useWriteMemory(workerId, entry);
  const { content, kind, tags, projectId } = values;
  const isLacking = isSubmitted && content.trim() === "";
  const send = (): void => {
    setIsSubmitted(true);
    const wish = { ...values, tags: tags.split(",").flatMap((tag) => tag.trim() || []) };
    if (content.trim() !== "") write.mutate(wish, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title={<FormattedMessage id={entry === undefined ? "hub.remember" : "hub.changeMemory"} />}
      act={<FormattedMessage id="hub.save" />}
      mutation={write}
      onSend={send}
      onClose={onClose}
    >
      <AreaField
        label={formatMessage({ id: "hub.memoryContent" })}
        help={formatMessage({ id: "hub.memoryContentHelp" })}
        rows={5}
        value={content}
        onChange={(next) => setValues({ ...values, content: next })}
        autoFocus
        isInvalid={isLacking}
        error={isLacking ? formatMessage({ id: "form.required" }) : undefined}
      />
      <div className={form["two"]}>
        <SelectField
          label={formatMessage({ id: "hub.projectOne" })}
          options={[
            [UNIVERSAL, formatMessage({ id: "hub.universal" })],
            ...projects.map(({ id, name }) => [id, name] as const),
          ]}
          value={projectId ?? UNIVERSAL}
          onChange={(id) => setValues({ ...values, projectId: id === UNIVERSAL ? null : id })}
        />
        <SelectField
          label={formatMessage({ id: "hub.kind" })}
          options={MEMORY_KINDS.map((id) => [id, formatMessage({ id: `hub.kind.${id}` })] as const)}
          value={kind}
          onChange={(id) => setValues({ ...values, kind: kindOf(id) })}
        />
      </div>
      <TextField
        label={formatMessage({ id: "hub.tags" })}
        help={formatMessage({ id: "hub.tagsHelp" })}
        value={tags}
        onChange={(next) => setValues({ ...values, tags: next })}
      />
    </FormDialog>
  );
}

interface MemoryFormValues {
  readonly content: string;
  readonly kind: MemoryKind;
  /** Comma-separated. */
  readonly tags: string;
  readonly projectId: string | null;
}

function initialValues(
  entry: MemoryEntry | undefined,
  project: string | undefined,
): MemoryFormValues {
  if (entry === undefined) {
    return { content: "", kind: "fact", tags: "", projectId: project ?? null };
  }
  const { content, kind, tags, projectId } = entry;
  return { content, kind: kindOf(kind), tags: tags.join(", "), projectId };
}

function kindOf(id: string): MemoryKind {
  return MEMORY_KINDS.find((one) => one === id) ?? "fact";
}
