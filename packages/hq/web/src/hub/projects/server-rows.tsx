import { Plus, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Button } from "../../ui/button.tsx";
import { AreaField } from "../../ui/fields/area-field.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import type { ServerFormValues } from "./manifest-form-values.ts";
import field from "../../ui/fields/field.module.css";
import styles from "./projects.module.css";

interface ServerRowsProps {
  readonly rows: readonly ServerFormValues[];
  readonly onChange: (rows: readonly ServerFormValues[]) => void;
  readonly error: string | undefined;
  readonly mayChange: boolean;
}

const BEGUN = '{\n  "command": ""\n}';

/** The MCP servers configured on the project's workers. */
export function ServerRows({ rows, onChange, error, mayChange }: ServerRowsProps): ReactNode {
  const { formatMessage } = useIntl();
  const set = (place: number, change: Partial<ServerFormValues>): void =>
    onChange(rows.map((row, at) => (at === place ? Object.assign({}, row, change) : row)));
  return (
    <section className={styles["list"]}>
      <h3>
        <FormattedMessage id="hub.mcpServers" />
      </h3>
      {rows.map(({ name, settings }, place) => (
        // Rows have no identity until they are named.
        <div key={place} className={styles["server"]}>
          <TextField
            label={formatMessage({ id: "hub.needName.mcp_servers" })}
            value={name}
            onChange={(next) => set(place, { name: next })}
          />
          <div className={styles["remove"]}>
            <Button
              iconOnly
              look="quiet"
              isDisabled={!mayChange}
              aria-label={formatMessage({ id: "hub.deleteOf" }, { name })}
              onPress={() => onChange(rows.toSpliced(place, 1))}
            >
              <Trash2 size={15} aria-hidden="true" />
            </Button>
          </div>
          <AreaField
            label={formatMessage({ id: "hub.serverSettings" })}
            help={formatMessage({ id: "hub.serverSettingsHelp" })}
            rows={4}
            isCode
            value={settings}
            onChange={(next) => set(place, { settings: next })}
          />
        </div>
      ))}
      {error !== undefined && <p className={field["error"]}>{error}</p>}
      {mayChange && (
        <div>
          <Button look="quiet" onPress={() => onChange([...rows, { name: "", settings: BEGUN }])}>
            <Plus size={15} aria-hidden="true" />
            <FormattedMessage id="hub.addServer" />
          </Button>
        </div>
      )}
    </section>
  );
}
