import type { MergeConflict } from "@loam/cms-core/browser";
import { type ReactNode, useState } from "react";
import { ToggleButton, ToggleButtonGroup } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { type Side, stepsOf } from "./draft/decide-conflicts.ts";
import { typeOf } from "./draft/schema-forms.ts";
import type { Work } from "./draft/use-schema-work.ts";
import dialog from "../ui/compare/conflict-dialog.module.css";
import segments from "../ui/fields/segments.module.css";
import heading from "../ui/heading.module.css";
import styles from "./schema.module.css";

interface SchemaConflictProps {
  readonly work: Work;
  readonly onClose: () => void;
}

/** Asks the user to resolve conflicts between two people's changes to a schema. */
export function SchemaConflict({ work, onClose }: SchemaConflictProps): ReactNode {
  const { conflicts } = work;
  const [decided, setDecided] = useState<ReadonlyMap<string, Side>>(
    () => new Map(conflicts.map(({ path }) => [path, "ours"])),
  );
  return (
    <Dialog title={<FormattedMessage id="schema.conflictTitle" />} isOpen isWide onClose={onClose}>
      <p className={dialog["lead"]}>
        <FormattedMessage id="schema.conflictLead" values={{ count: conflicts.length }} />
      </p>
      {conflicts.map((conflict) => (
        <OneConflict
          key={conflict.path}
          work={work}
          conflict={conflict}
          side={decided.get(conflict.path) ?? "ours"}
          onChange={(side) => setDecided(new Map(decided).set(conflict.path, side))}
        />
      ))}
      <footer className={dialog["foot"]}>
        <Button look="quiet" onPress={onClose}>
          <FormattedMessage id="conflict.later" />
        </Button>
        <Button
          look="primary"
          onPress={() => {
            work.decide(decided);
            onClose();
          }}
        >
          <FormattedMessage id="schema.takeThese" />
        </Button>
      </footer>
    </Dialog>
  );
}

interface OneConflictProps {
  readonly work: Work;
  readonly conflict: MergeConflict;
  readonly side: Side;
  readonly onChange: (side: Side) => void;
}

function OneConflict({ work, conflict, side, onChange }: OneConflictProps): ReactNode {
  const { path, base, ours, theirs } = conflict;
  const sides = [
    { id: "base", value: base, label: <FormattedMessage id="conflict.base" /> },
    { id: "ours", value: ours, label: <FormattedMessage id="conflict.mine" /> },
    { id: "theirs", value: theirs, label: <FormattedMessage id="schema.theirs" /> },
  ];
  return (
    <section className={dialog["conflict"]}>
      <h3 className={`${heading["heading"]} ${dialog["field"]}`} id={`conflict-${path}`}>
        <ConflictName work={work} path={path} />
      </h3>
      <div className={dialog["versions"]}>
        {sides.map(({ id, value, label }) => (
          <div key={id} className={`${dialog["version"]} ${id === "ours" ? dialog["own"] : ""}`}>
            <b>{label}</b>
            <ShownValue value={value} />
          </div>
        ))}
      </div>
      <div className={dialog["choice"]}>
        <ToggleButtonGroup
          className={segments["segments"] ?? ""}
          aria-labelledby={`conflict-${path}`}
          disallowEmptySelection
          selectedKeys={[side]}
          onSelectionChange={([key]) => (key === "ours" || key === "theirs") && onChange(key)}
        >
          <ToggleButton id="ours">
            <FormattedMessage id="conflict.takeMine" />
          </ToggleButton>
          <ToggleButton id="theirs">
            <FormattedMessage id="schema.takeTheirs" />
          </ToggleButton>
        </ToggleButtonGroup>
      </div>
    </section>
  );
}

const MEMBERS = {
  label: "schema.label",
  apiId: "schema.apiId",
  type: "schema.type",
  help: "schema.help",
  group: "schema.group",
  required: "schema.required",
  multiple: "schema.several",
  description: "schema.description",
  body: "schema.body",
  accept: "schema.type",
  maxLength: "schema.maxLength",
  min: "schema.min",
  max: "schema.max",
} as const;

/** The location of a conflict: label of the field and the affected part. */
function ConflictName({
  work,
  path,
}: Pick<OneConflictProps, "work"> & { readonly path: string }): ReactNode {
  const { formatMessage } = useIntl();
  const type = typeOf(work.draft, work.base.type.apiId);
  const names = stepsOf(path).map(({ member, item }) => {
    if (item !== undefined) return nameIn(type, item) ?? item;
    return isMember(member) ? formatMessage({ id: MEMBERS[member] }) : member;
  });
  return names.join(": ");
}

/** Returns the label of a field or option at any level. */
function nameIn({ fields }: ReturnType<typeof typeOf>, item: string): string | undefined {
  for (const field of fields) {
    if (field.id === item) return field.label;
    const inner = field.type === "repeat" ? field.fields.find(({ id }) => id === item) : undefined;
    if (inner !== undefined) return inner.label;
    const option =
      field.type === "select" ? field.options.find(({ value }) => value === item) : undefined;
    if (option !== undefined) return option.label;
  }
  return undefined;
}

function isMember(member: string): member is keyof typeof MEMBERS {
  return member in MEMBERS;
}

/** A schema value in readable form: whole fields are shown by label. */
function ShownValue({ value }: { readonly value: unknown }): ReactNode {
  if (value === undefined) {
    return (
      <p className={styles["none"]}>
        <FormattedMessage id="schema.none" />
      </p>
    );
  }
  if (typeof value === "boolean") {
    return (
      <p>
        <FormattedMessage id={value ? "schema.yes" : "schema.no"} />
      </p>
    );
  }
  if (typeof value === "object" && value !== null && "label" in value) {
    return <p>{String(value.label)}</p>;
  }
  return <p>{typeof value === "string" ? value : JSON.stringify(value)}</p>;
}
