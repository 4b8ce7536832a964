import { diffTypes } from "@loam/cms-core/browser";
import { Lock, SlidersHorizontal, TriangleAlert } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { FormattedMessage, FormattedNumber, useIntl } from "react-intl";
import { Button } from "../../ui/button.tsx";
import { HiddenText } from "../../ui/notes/hidden-text.tsx";
import { Tag } from "../../ui/tag.tsx";
import type { DraftProblem } from "../draft/field-problems.ts";
import {
  addField,
  copyOf,
  type DraftField,
  draftOf,
  type FieldPath,
  moveField,
} from "../draft/schema-draft.ts";
import { typeOf } from "../draft/schema-forms.ts";
import type { ShownSchema } from "../draft/shown-schema.ts";
import { AddField } from "./add-field.tsx";
import { DeletedFields } from "./deleted-fields.tsx";
import { kindOf } from "./field-kinds.ts";
import { Sortable } from "./sortable.tsx";
import { useKindName } from "./use-kind-name.ts";
import heading from "../../ui/heading.module.css";
import list from "../../ui/list.module.css";
import text from "../../ui/text.module.css";
import tone from "../../ui/tone.module.css";
import styles from "./fields.module.css";

interface FieldListProps extends ShownSchema {
  readonly problems: readonly DraftProblem[];
  readonly path: FieldPath | undefined;
  readonly onOpen: (path: FieldPath | undefined) => void;
}

/** The fields of a type in form order, with a button to add more. */
export function FieldList(props: FieldListProps): ReactNode {
  const { contentType, working, work, problems, path, onOpen } = props;
  const { formatMessage } = useIntl();
  const { draft, change } = work;
  const marks = useMarks(props);
  const add = (field: DraftField): void => {
    // Insert after the open field, otherwise at the end.
    change((now) => addField(now, path === undefined ? { in: undefined } : [path[0]], field));
    onOpen([field.key]);
  };
  const double = (key: string): void => {
    const field = draft.fields.find((one) => one.key === key);
    if (field === undefined) return;
    const label = formatMessage({ id: "schema.copyOf" }, { label: field.label });
    const copy = copyOf(field, draft.fields, label);
    change((now) => addField(now, [key], copy));
    onOpen([copy.key]);
  };
  const hasFields = draft.fields.length > 0;
  return (
    <section className={styles["fields"]} aria-labelledby="schema-fields">
      <header className={styles["head"]}>
        <h2 className={heading["heading"]} id="schema-fields">
          <FormattedMessage id="schema.fields" />{" "}
          <span className={styles["count"]}>
            <FormattedNumber value={draft.fields.length} />
          </span>
        </h2>
        <Button
          look="quiet"
          iconOnly
          aria-label={formatMessage({ id: "schema.aboutType" }, { label: contentType.label })}
          aria-pressed={path === undefined}
          onPress={() => onOpen(undefined)}
        >
          <SlidersHorizontal size={16} aria-hidden="true" />
        </Button>
        {hasFields && <AddField onAdd={add} />}
      </header>
      {hasFields ? (
        <Sortable
          label={formatMessage({ id: "schema.fields" })}
          items={draft.fields}
          nameOf={({ label, apiId }) => label || apiId || formatMessage({ id: "schema.newField" })}
          onMove={(key, before) => change((now) => moveField(now, [key], before))}
          onDouble={double}
          selected={path?.[0]}
          onSelect={(key) => onOpen([key])}
        >
          {(field) => (
            <FieldRow
              field={field}
              mark={marks.get(field.key)}
              hasProblem={problems.some((problem) => problem.path[0] === field.key)}
            />
          )}
        </Sortable>
      ) : (
        <FirstField onAdd={add} />
      )}
      <DeletedFields
        type={working.schema.apiId}
        draft={draft}
        published={working.published}
        onBringBack={(field) => change((now) => addField(now, { in: undefined }, field))}
      />
    </section>
  );
}

/** Empty state of a type without fields. */
function FirstField({ onAdd }: { readonly onAdd: (field: DraftField) => void }): ReactNode {
  return (
    <div className={styles["first"]}>
      <p>
        <FormattedMessage id="schema.noFields" />
      </p>
      <AddField onAdd={onAdd} isOpen />
    </div>
  );
}

type Mark = "new" | "renamed" | "changed";

/** Returns the change of each field since the published version, by field key. */
function useMarks({ work, working }: ShownSchema): ReadonlyMap<string, Mark> {
  const { published } = working;
  const { draft } = work;
  return useMemo(() => {
    if (published === undefined) return new Map();
    const apiId = published.apiId;
    const before = typeOf(draftOf(published), apiId);
    const changes = diffTypes(before, typeOf(draft, apiId));
    const marks = draft.fields.flatMap((field): (readonly [string, Mark])[] => {
      const found = changes.filter(
        (change) =>
          change.kind !== "field_moved" &&
          (change.field === field.apiId || change.field.startsWith(`${field.apiId}.`)),
      );
      if (found.some(({ kind, field: at }) => kind === "field_added" && at === field.apiId)) {
        return [[field.key, "new"]];
      }
      if (found.length === 0) return [];
      const isRenamed = found.every(({ kind }) => kind === "field_renamed");
      return [[field.key, isRenamed ? "renamed" : "changed"]];
    });
    return new Map(marks);
  }, [draft, published]);
}

interface FieldRowProps {
  readonly field: DraftField;
  readonly mark: Mark | undefined;
  readonly hasProblem: boolean;
}

function FieldRow({ field, mark, hasProblem }: FieldRowProps): ReactNode {
  const kindName = useKindName();
  const { icon: Icon } = kindOf(field);
  return (
    <>
      <span className={styles["tile"]}>
        <Icon size={16} aria-hidden="true" />
      </span>
      <span className={`${list["names"]} ${list["small"]} ${styles["names"]}`}>
        <b>
          {field.label === "" ? <FormattedMessage id="schema.newField" /> : field.label}
          {field.required && (
            <small>
              {" "}
              <FormattedMessage id="schema.requiredMark" />
            </small>
          )}
        </b>
        <code>{field.apiId}</code>
      </span>
      <span className={`${text["detail"]} ${styles["kind"]}`}>{kindName(field)}</span>
      {hasProblem && (
        <span className={tone["madder"]}>
          <TriangleAlert size={15} aria-hidden="true" />
          <HiddenText>
            <FormattedMessage id="schema.hasProblem" />
          </HiddenText>
        </span>
      )}
      {!hasProblem && mark !== undefined && (
        <Tag tone={mark === "new" ? "leaf" : "ochre"}>
          <FormattedMessage id={`schema.mark.${mark}`} />
        </Tag>
      )}
      {!hasProblem && mark === undefined && field.id !== undefined && (
        <Lock size={15} className={styles["lock"] ?? ""} aria-hidden="true" />
      )}
    </>
  );
}
