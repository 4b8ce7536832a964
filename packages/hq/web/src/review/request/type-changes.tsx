import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import type { ChangedType, ChangeDetail } from "../../api/changes/change.ts";
import type { ChangeChecks } from "../../api/changes/checks.ts";
import { useTypes } from "../../api/sites.ts";
import type { MessageId } from "../../messages/messages.ts";
import { Note } from "../../ui/notes/note.tsx";
import { ChangedPart, KindTag } from "./changed-part.tsx";
import { anchorOf } from "./parts.ts";
import form from "../../ui/form.module.css";
import heading from "../../ui/heading.module.css";
import panel from "../../ui/panel.module.css";
import text from "../../ui/text.module.css";
import styles from "./request.module.css";

interface TypeChangesProps {
  readonly types: readonly ChangedType[];
  readonly files: ChangeDetail["files"];
  readonly checks: ChangeChecks | undefined;
}

/** Added, deleted, and changed content types with their effect on existing entries; and other files. */
export function TypeChanges({ types, files, checks }: TypeChangesProps): ReactNode {
  return (
    <>
      {types.map((type) => (
        <TypeChange
          key={type.path}
          type={type}
          impact={checks?.schemas.find(({ apiId }) => apiId === type.apiId)}
        />
      ))}
      {files.map(({ kind, path }) => (
        <section key={path} className={styles["part"]} id={anchorOf(path)} tabIndex={-1}>
          <header className={form["buttons"]}>
            <h2 className={heading["heading"]}>{path}</h2>
            <KindTag kind={kind} />
          </header>
          <p className={`${text["faint"]} ${styles["help"]}`}>
            <FormattedMessage id="review.fileHelp" />
          </p>
        </section>
      ))}
    </>
  );
}

interface TypeChangeProps {
  readonly type: ChangedType;
  readonly impact: ChangeChecks["schemas"][number] | undefined;
}

function TypeChange({ type, impact }: TypeChangeProps): ReactNode {
  const { kind, path, apiId, changes, versions } = type;
  const { data: known = [] } = useTypes();
  const label = known.find((one) => one.apiId === apiId)?.label ?? apiId;
  return (
    <ChangedPart kind={kind} path={path} title={label} what={<FormattedMessage id="review.form" />}>
      <ul className={`${panel["panel"]} ${styles["schema"]}`}>
        {changes.map(({ kind: what, field, before, after }) => (
          <li key={`${what} ${field} ${after ?? ""}`}>
            <FormattedMessage id={CHANGES[what] ?? "review.schema.other"} values={{ field }} />{" "}
            {before !== undefined && <del>{before}</del>}{" "}
            {after !== undefined && <ins>{after}</ins>}
          </li>
        ))}
        {versions.length > 0 && (
          <li>
            <FormattedMessage id="review.schemaPublished" values={{ count: versions.length }} />
          </li>
        )}
      </ul>
      {impact !== undefined && impact.effects.length > 0 && (
        <Note tone="ochre">
          <ul>
            {impact.effects.map(({ kind: what, field, count }) => (
              <li key={`${what} ${field}`}>
                <FormattedMessage
                  id={EFFECTS[what] ?? "review.effect.other"}
                  values={{ count, all: impact.entries, field }}
                />
              </li>
            ))}
          </ul>
        </Note>
      )}
    </ChangedPart>
  );
}

const CHANGES: Readonly<Record<string, MessageId>> = {
  type_renamed: "review.schema.typeRenamed",
  field_added: "review.schema.added",
  field_deleted: "review.schema.deleted",
  field_renamed: "review.schema.renamed",
  field_moved: "review.schema.moved",
  field_required: "review.schema.required",
  field_optional: "review.schema.optional",
  option_added: "review.schema.optionAdded",
  option_removed: "review.schema.optionRemoved",
  option_renamed: "review.schema.optionRenamed",
};

const EFFECTS: Readonly<Record<string, MessageId>> = {
  missing: "review.effect.missing",
  alt_missing: "review.effect.altMissing",
  deleted: "review.effect.deleted",
  option_removed: "review.effect.optionRemoved",
};
