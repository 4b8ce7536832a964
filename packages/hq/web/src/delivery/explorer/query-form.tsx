import { Play } from "lucide-react";
import type { ReactNode } from "react";
import { Form } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import type { ContentType } from "../../api/sites.ts";
import { Button } from "../../ui/button.tsx";
import { SelectField } from "../../ui/fields/select-field.tsx";
import { Switch } from "../../ui/fields/switch.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import type { QueryField, ExplorerQuery } from "./explorer-query.ts";
import { FieldPick } from "./field-pick.tsx";
import { FilterRows } from "./filter-rows.tsx";
import { OrderRows } from "./order-rows.tsx";
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
      className={styles["form"] ?? ""}
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
