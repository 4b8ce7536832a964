import { ArrowDown, ArrowUp, Play, X } from "lucide-react";
import type { ReactNode } from "react";
import { CheckboxGroup, Form } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import type { ContentType } from "../../api/sites.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/fields/checkbox.tsx";
import { SelectField } from "../../ui/fields/select-field.tsx";
import { Switch } from "../../ui/fields/switch.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import { type ExplorerQuery, isOrderable, type QueryField, splitNames } from "./explorer-query.ts";
import { FilterRows } from "./filter-rows.tsx";
import form from "../../ui/form.module.css";
import styles from "./explorer.module.css";

interface QueryFormProps {
  readonly query: ExplorerQuery;
  readonly types: readonly ContentType[];
  readonly fields: readonly QueryField[];
  /** Whether the type is an object type. */
  readonly isObject: boolean;
  readonly isAsking: boolean;
  readonly onChange: (change: Partial<ExplorerQuery>) => void;
  readonly onAsk: () => void;
}

const DEPTHS = ["", "0", "1", "2", "3"] as const;

/** All query parameters. Those for lists are hidden when querying a single entry. */
export function QueryForm(props: QueryFormProps): ReactNode {
  const { query: explorerQuery, types, fields, isObject, isAsking, onChange, onAsk } = props;
  const { formatMessage } = useIntl();
  const isList = !isObject && explorerQuery.entry.trim() === "";
  return (
    <Form
      className={`${form["form"]} ${styles["form"]}`}
      onSubmit={(event) => {
        event.preventDefault();
        onAsk();
      }}
    >
      <SelectField
        label={formatMessage({ id: "explorer.type" })}
        value={explorerQuery.type}
        // Other types have other fields.
        onChange={(type) => onChange({ type, entry: "", filters: "", orders: "", fields: "" })}
        options={types.map(({ apiId, label }) => [apiId, label])}
      />
      {!isObject && (
        <TextField
          label={formatMessage({ id: "explorer.entry" })}
          help={formatMessage({ id: "explorer.entryHelp" })}
          value={explorerQuery.entry}
          onChange={(entry) => onChange({ entry })}
          autoComplete="off"
          spellCheck="false"
          maxLength={600}
        />
      )}
      {isList && <WhichEntries query={explorerQuery} fields={fields} onChange={onChange} />}
      <FieldPick
        picked={explorerQuery.fields}
        fields={fields}
        onChange={(picked) => onChange({ fields: picked })}
      />
      <div className={styles["numbers"]}>
        <SelectField
          label={formatMessage({ id: "explorer.depth" })}
          value={explorerQuery.depth}
          onChange={(depth) => onChange({ depth })}
          options={DEPTHS.map((depth) => [
            depth,
            depth === "" ? formatMessage({ id: "explorer.depthDefault" }) : depth,
          ])}
        />
        {isList && (
          <>
            <TextField
              label={formatMessage({ id: "explorer.limit" })}
              value={explorerQuery.limit}
              onChange={(limit) => onChange({ limit })}
              inputMode="numeric"
              autoComplete="off"
            />
            <TextField
              label={formatMessage({ id: "explorer.offset" })}
              value={explorerQuery.offset}
              onChange={(offset) => onChange({ offset })}
              inputMode="numeric"
              autoComplete="off"
            />
          </>
        )}
      </div>
      <Switch isSelected={explorerQuery.drafts} onChange={(drafts) => onChange({ drafts })}>
        <FormattedMessage id="explorer.drafts" />
      </Switch>
      <div className={styles["ask"]}>
        <Button type="submit" look="primary" isWorking={isAsking}>
          <Play size={14} aria-hidden="true" />
          <FormattedMessage id="explorer.ask" />
        </Button>
      </div>
    </Form>
  );
}

/** Filters and sort order of a list. */
function WhichEntries(props: Pick<QueryFormProps, "query" | "fields" | "onChange">): ReactNode {
  const { query: explorerQuery, fields, onChange } = props;
  const { formatMessage } = useIntl();
  return (
    <>
      <FilterRows
        key={explorerQuery.type}
        filters={explorerQuery.filters}
        fields={fields}
        onChange={(filters) => onChange({ filters })}
      />
      <TextField
        label={formatMessage({ id: "explorer.q" })}
        value={explorerQuery.q}
        onChange={(q) => onChange({ q })}
        maxLength={200}
      />
      <OrderRows
        orders={explorerQuery.orders}
        fields={fields}
        onChange={(orders) => onChange({ orders })}
      />
    </>
  );
}

interface FieldPickProps {
  /** Comma-separated names. */
  readonly picked: string;
  readonly fields: readonly QueryField[];
  readonly onChange: (picked: string) => void;
}

/** Selects the keys of the response; none selected means all. */
function FieldPick({ picked, fields, onChange }: FieldPickProps): ReactNode {
  const { formatMessage } = useIntl();
  const names = splitNames(picked);
  return (
    <details className={styles["pick"]}>
      <summary>
        <FormattedMessage id="explorer.fields" />{" "}
        <span>
          {names.length === 0 ? <FormattedMessage id="explorer.allFields" /> : names.join(", ")}
        </span>
      </summary>
      <CheckboxGroup
        className={styles["picks"] ?? ""}
        aria-label={formatMessage({ id: "explorer.fields" })}
        value={[...names]}
        onChange={(next) => onChange(next.join(","))}
      >
        {fields.map(({ name, label }) => (
          <Checkbox key={name} value={name}>
            <span>
              {label} {label !== name && <code className={styles["name"]}>{name}</code>}
            </span>
          </Checkbox>
        ))}
      </CheckboxGroup>
      <TextField
        label={formatMessage({ id: "explorer.fieldText" })}
        help={formatMessage({ id: "explorer.fieldHelp" })}
        value={picked}
        onChange={onChange}
        autoComplete="off"
        spellCheck="false"
      />
    </details>
  );
}

const NONE = "";

interface OrderRowsProps {
  readonly orders: string;
  readonly fields: readonly QueryField[];
  readonly onChange: (orders: string) => void;
}

const fieldOf = (order: string): string => order.replace(/^-/, "");

/** Sort fields, the most significant first. */
function OrderRows({ orders, fields, onChange }: OrderRowsProps): ReactNode {
  const { formatMessage } = useIntl();
  const names = splitNames(orders);
  const labelOf = (order: string): string =>
    fields.find(({ name }) => name === fieldOf(order))?.label ?? fieldOf(order);
  const used = new Set(names.map(fieldOf));
  const left = fields.filter((field) => isOrderable(field) && !used.has(field.name));
  const change = (next: readonly string[]): void => onChange(next.join(","));
  return (
    <fieldset className={styles["group"]}>
      <legend className={styles["legend"]}>
        <FormattedMessage id="explorer.orders" />
      </legend>
      {names.map((order, place) => {
        const isDown = order.startsWith("-");
        const label = labelOf(order);
        return (
          <div key={fieldOf(order)} className={styles["order"]}>
            <span>{label}</span>
            <Button
              look="quiet"
              onPress={() =>
                change(names.with(place, isDown ? fieldOf(order) : `-${fieldOf(order)}`))
              }
              aria-label={formatMessage(
                { id: isDown ? "explorer.isDown" : "explorer.isUp" },
                { label },
              )}
            >
              {isDown ? (
                <ArrowDown size={14} aria-hidden="true" />
              ) : (
                <ArrowUp size={14} aria-hidden="true" />
              )}
              <FormattedMessage id={isDown ? "explorer.down" : "explorer.up"} />
            </Button>
            <Button
              look="quiet"
              iconOnly
              aria-label={formatMessage({ id: "explorer.removeOrder" }, { label })}
              onPress={() => change(names.toSpliced(place, 1))}
            >
              <X size={14} aria-hidden="true" />
            </Button>
          </div>
        );
      })}
      <SelectField
        label={formatMessage({ id: "explorer.addOrder" })}
        isLabelled={false}
        value={NONE}
        onChange={(name) => {
          if (name !== NONE) change([...names, name]);
        }}
        options={[
          [
            NONE,
            formatMessage({ id: names.length === 0 ? "explorer.noOrder" : "explorer.addOrder" }),
          ],
          ...left.map(({ name, label }) => [name, label] as const),
        ]}
      />
    </fieldset>
  );
}
