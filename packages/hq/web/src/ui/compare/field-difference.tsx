import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import type { FieldChange } from "../../api/content/history.ts";
import type { Field } from "../../api/content/schema.ts";
import type { MessageId } from "../../messages/messages.ts";
import { Value } from "../values/value.tsx";
import { type Look, TextChange } from "./text-change.tsx";
import panel from "../panel.module.css";
import styles from "./difference.module.css";

interface FieldDifferenceProps extends Look {
  readonly change: FieldChange;
  /** Absent if the schema no longer has the field. */
  readonly field: Field | undefined;
  /** Heading level of the label. @default 2 */
  readonly level?: 2 | 3;
  /** Shown after the label. */
  readonly about?: ReactNode;
  /** Action at the end of the header. */
  readonly act?: ReactNode;
  /** Shown below the difference. */
  readonly children?: ReactNode;
}

/** A changed field, before and after. */
export function FieldDifference(props: FieldDifferenceProps): ReactNode {
  const { change, field, level = 2, about, act, children, isSideBySide, onlyChanged } = props;
  const Label = level === 2 ? "h2" : "h3";
  return (
    <section className={`${panel["panel"]} ${styles["difference"]}`}>
      <header>
        <Label>{change.label}</Label>
        {about !== undefined && <small>{about}</small>}
        {act}
      </header>
      <Difference
        change={change}
        field={field}
        isSideBySide={isSideBySide}
        onlyChanged={onlyChanged}
      />
      {children}
    </section>
  );
}

interface DifferenceProps extends Look {
  readonly change: FieldChange;
  readonly field: Field | undefined;
}

function Difference({ change, field, ...look }: DifferenceProps): ReactNode {
  if (change.text !== undefined) return <TextChange pieces={change.text} {...look} />;
  if (change.rows !== undefined) return <Rows change={change} field={field} {...look} />;
  if (change.items !== undefined) return <Items change={change} field={field} {...look} />;
  const { type, before, after } = change;
  return (
    <Sides
      isSideBySide={look.isSideBySide}
      before={<Gone value={before} type={type} field={field} />}
      after={<Come value={after} type={type} field={field} />}
    />
  );
}

interface SidesProps {
  readonly isSideBySide: boolean;
  readonly before: ReactNode;
  readonly after: ReactNode;
}

function Sides({ isSideBySide, before, after }: SidesProps): ReactNode {
  return (
    <div className={styles[isSideBySide ? "two" : "one"]}>
      <div className={styles["text"]}>{before}</div>
      <div className={styles["text"]}>{after}</div>
    </div>
  );
}

interface OneValueProps {
  readonly value: unknown;
  readonly type: string;
  readonly field: Field | undefined;
}

function Gone(props: OneValueProps): ReactNode {
  return props.value === undefined ? null : (
    <del>
      <Value {...props} />
    </del>
  );
}

function Come(props: OneValueProps): ReactNode {
  return props.value === undefined ? null : (
    <ins>
      <Value {...props} />
    </ins>
  );
}

/** List values, each marked as unchanged, added, or removed. */
function Items({ change: { items = [], type }, field, isSideBySide }: DifferenceProps): ReactNode {
  const list = (own: "added" | "removed"): ReactNode => (
    <ul className={styles["values"]}>
      {items.map(({ kind, value }, place) => {
        if (kind !== "same" && kind !== own) return null;
        const Shown = kind === "same" ? Value : own === "added" ? Come : Gone;
        return (
          <li key={place}>
            <Shown value={value} type={type} field={field} />
          </li>
        );
      })}
    </ul>
  );
  return <Sides isSideBySide={isSideBySide} before={list("removed")} after={list("added")} />;
}

function rowChange(isMoved: boolean, isChanged: boolean): MessageId {
  if (!isChanged) return "history.rowMoved";
  return isMoved ? "history.rowChangedMoved" : "history.rowChanged";
}

/** The rows that differ; moved rows are marked. */
function Rows({ change: { rows = [] }, field, ...look }: DifferenceProps): ReactNode {
  return rows.map(({ id, kind, moved, fields }) => (
    <div key={id} className={styles["rowChange"]}>
      <h3>
        {kind === "added" && <FormattedMessage id="history.rowAdded" />}
        {kind === "removed" && <FormattedMessage id="history.rowRemoved" />}
        {kind === "changed" && <FormattedMessage id={rowChange(moved, fields.length > 0)} />}
      </h3>
      {fields.map((change) => (
        <div key={change.path}>
          <p className={styles["label"]}>{change.label}</p>
          <Difference
            change={change}
            field={field?.fields?.find(({ apiId }) => apiId === change.path)}
            {...look}
          />
        </div>
      ))}
    </div>
  ));
}
