import { ArrowLeft, Copy, Trash2 } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import type { WorkingSchema } from "../../api/content/working-schema.ts";
import type { Site } from "../../api/sites.ts";
import { Button } from "../../ui/button.tsx";
import { AreaField } from "../../ui/fields/area-field.tsx";
import { ChoiceField } from "../../ui/fields/choice-field.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import type { DraftProblem, FieldPart } from "../draft/field-problems.ts";
import {
  addField,
  changeField,
  copyOf,
  type DraftField,
  fieldAt,
  type FieldPath,
  siblingFields,
  removeField,
} from "../draft/schema-draft.ts";
import type { Work } from "../draft/use-schema-work.ts";
import { ApiIdField } from "./api-id-field.tsx";
import { DeleteFieldDialog } from "./delete-field.tsx";
import { FIELD_KINDS, kindOf } from "./field-kinds.ts";
import { Flag } from "./flag.tsx";
import { GroupField } from "./group-field.tsx";
import { isLockedField } from "./locked.ts";
import { TypeParts } from "./type-parts.tsx";
import form from "../../ui/form.module.css";
import heading from "../../ui/heading.module.css";
import styles from "./fields.module.css";

interface FieldSettingsProps {
  readonly site: Site;
  /** API ID. */
  readonly type: string;
  readonly work: Work;
  readonly path: FieldPath;
  readonly field: DraftField;
  readonly published: WorkingSchema["published"];
  readonly problems: readonly DraftProblem[];
  readonly onOpen: (path: FieldPath | undefined) => void;
}

/** The settings of a field. */
export function FieldSettings(props: FieldSettingsProps): ReactNode {
  const { type, work, path, field, published, problems, onOpen } = props;
  const { formatMessage } = useIntl();
  const { draft } = work;
  const [isDeleting, setIsDeleting] = useState(false);
  const isLocked = isLockedField(published, draft, path);
  const change = (more: Partial<DraftField>): void =>
    work.change((now) => changeField(now, path, more));
  const remove = (): void => {
    work.change((now) => removeField(now, path));
    onOpen(path[1] === undefined ? undefined : [path[0]]);
  };
  const problemOf = useProblems({ work, path, field, problems });
  return (
    <form
      className={`${form["form"]} ${styles["settings"]}`}
      onSubmit={(event) => event.preventDefault()}
    >
      <SettingsHead {...props} onDelete={() => (isLocked ? setIsDeleting(true) : remove())} />
      <LabelField field={field} onChange={change} problem={problemOf("label")} />
      <ApiIdField
        field={field}
        isLocked={isLocked}
        nextVersion={(published?.version ?? 0) + 1}
        problem={problemOf("apiId")}
        onChange={change}
      />
      <TypeChoice field={field} path={path} isLocked={isLocked} onChange={change} />
      <TypeParts
        type={type}
        work={work}
        path={path}
        field={field}
        published={published}
        problemOf={problemOf}
        onChange={change}
        onOpen={onOpen}
      />
      <AreaField
        label={formatMessage({ id: "schema.help" })}
        help={formatMessage({ id: "schema.helpHelp" })}
        value={field.help}
        onChange={(help) => change({ help })}
        maxLength={2000}
        rows={2}
      />
      {path[1] === undefined && (
        <GroupField draft={draft} value={field.group} onChange={(group) => change({ group })} />
      )}
      <Flags field={field} isLocked={isLocked} onChange={change} />
      {isDeleting && (
        <DeleteFieldDialog
          type={type}
          work={work}
          path={path}
          field={field}
          onClose={() => setIsDeleting(false)}
          onDelete={remove}
        />
      )}
    </form>
  );
}

interface TypeChoiceProps {
  readonly field: DraftField;
  readonly path: FieldPath;
  readonly isLocked: boolean;
  readonly onChange: (more: Partial<DraftField>) => void;
}

/** The type of the field, locked once published. */
function TypeChoice({ field, path, isLocked, onChange }: TypeChoiceProps): ReactNode {
  const { formatMessage } = useIntl();
  const isMedia = field.type === "media";
  const kind = kindOf(field);
  const fixed = isMedia ? "schema.mediaFixed" : "schema.typeFixed";
  return (
    <ChoiceField
      label={formatMessage({ id: "schema.type" })}
      value={kind.id}
      isDisabled={isLocked && !isMedia}
      help={formatMessage({ id: isLocked ? fixed : kind.about })}
      options={kindOptions(field, isLocked, path).map(({ id, label, icon: Icon }) => ({
        id,
        label: formatMessage({ id: label }),
        icon: <Icon size={16} aria-hidden="true" />,
      }))}
      onChange={(id) => {
        const next = FIELD_KINDS.find((one) => one.id === id);
        if (next === undefined) return;
        const { type, accept } = next;
        onChange({ type, ...(accept !== undefined && { accept }) });
      }}
    />
  );
}

/**
 * Returns the available types. A published media field can only switch between images and files, and a field in a row
 * can't be a repeat.
 */
function kindOptions({ type }: DraftField, isLocked: boolean, path: FieldPath): typeof FIELD_KINDS {
  if (isLocked) return FIELD_KINDS.filter((kind) => kind.type === type);
  return path[1] === undefined ? FIELD_KINDS : FIELD_KINDS.filter((kind) => kind.type !== "repeat");
}

interface ProblemsOf extends Pick<FieldSettingsProps, "work" | "path" | "field" | "problems"> {}

/** Returns the problems of each part of the field, found here or reported by HQ on save. */
function useProblems({ work, path, field, problems }: ProblemsOf) {
  const { formatMessage } = useIntl();
  const key = path.join(" ");
  const outer = path[1] === undefined ? undefined : fieldAt(work.draft, [path[0]]);
  const place = outer === undefined ? field.apiId : `${outer.apiId}.${field.apiId}`;
  return (part: FieldPart): string | undefined => {
    const found = problems.find((one) => one.path.join(" ") === key && one.part === part);
    if (found !== undefined) return formatMessage({ id: found.message });
    // HQ only reports the field.
    return part === "apiId" ? work.refused.get(place) : undefined;
  };
}

interface SettingsHeadProps extends FieldSettingsProps {
  readonly onDelete: () => void;
}

function SettingsHead(props: SettingsHeadProps): ReactNode {
  const { work, path, field, onOpen, onDelete } = props;
  const { formatMessage } = useIntl();
  const outer = path[1] === undefined ? undefined : fieldAt(work.draft, [path[0]]);
  const double = (): void => {
    const label = formatMessage({ id: "schema.copyOf" }, { label: field.label });
    const copy = copyOf(field, siblingFields(work.draft, path), label);
    work.change((now) => addField(now, path, copy));
    onOpen(path[1] === undefined ? [copy.key] : [path[0], copy.key]);
  };
  const name = field.label || formatMessage({ id: "schema.newField" });
  return (
    <header className={styles["settingsHead"]}>
      {outer !== undefined && (
        <Button look="quiet" onPress={() => onOpen([path[0]])}>
          <ArrowLeft size={14} aria-hidden="true" />
          {outer.label}
        </Button>
      )}
      <h2 className={heading["heading"]}>{name}</h2>
      <Button
        look="quiet"
        iconOnly
        aria-label={formatMessage({ id: "schema.doubleOf" }, { name })}
        onPress={double}
      >
        <Copy size={16} aria-hidden="true" />
      </Button>
      <Button
        look="quiet"
        iconOnly
        aria-label={formatMessage({ id: "schema.deleteOf" }, { label: name })}
        onPress={onDelete}
      >
        <Trash2 size={16} aria-hidden="true" />
      </Button>
    </header>
  );
}

interface LabelFieldProps {
  readonly field: DraftField;
  readonly problem: string | undefined;
  readonly onChange: (more: Partial<DraftField>) => void;
}

/** The label shown to editors. Focused when the field was just added. */
function LabelField({ field, problem, onChange }: LabelFieldProps): ReactNode {
  const { formatMessage } = useIntl();
  const input = useRef<HTMLInputElement>(null);
  const isBegun = field.label === "";
  useEffect(() => {
    if (isBegun) input.current?.focus();
    // Only on mount.
  }, []);
  return (
    <TextField
      label={formatMessage({ id: "schema.label" })}
      help={formatMessage({ id: "schema.labelHelp" })}
      value={field.label}
      onChange={(label) => onChange({ label })}
      inputRef={input}
      isInvalid={problem !== undefined}
      error={problem}
      validationBehavior="aria"
      maxLength={200}
      autoComplete="off"
    />
  );
}

interface FlagsProps {
  readonly field: DraftField;
  readonly isLocked: boolean;
  readonly onChange: (more: Partial<DraftField>) => void;
}

/** Whether the field is required, and whether it has multiple values. */
function Flags({ field, isLocked, onChange }: FlagsProps): ReactNode {
  const { type, required, multiple } = field;
  // A single Boolean always has a value.
  const canBeEmpty = type !== "boolean" || multiple;
  return (
    <div className={styles["flags"]}>
      {canBeEmpty && (
        <Flag
          title={<FormattedMessage id="schema.required" />}
          about={<FormattedMessage id="schema.requiredHelp" />}
          isSelected={required}
          onChange={(next) => onChange({ required: next })}
        />
      )}
      {type !== "repeat" && (
        <Flag
          title={<FormattedMessage id="schema.several" />}
          about={<FormattedMessage id={isLocked ? "schema.severalFixed" : "schema.severalHelp"} />}
          isSelected={multiple}
          isDisabled={isLocked}
          onChange={(next) => onChange({ multiple: next })}
        />
      )}
    </div>
  );
}
