import { Plus, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import type { ServiceFormValues } from "./manifest-form-values.ts";
import field from "../../ui/fields/field.module.css";
import styles from "./projects.module.css";

interface ServiceRowsProps {
  readonly rows: readonly ServiceFormValues[];
  readonly onChange: (rows: readonly ServiceFormValues[]) => void;
  readonly error: string | undefined;
  readonly mayChange: boolean;
}

/** Services of the project that run on the machine, and their ports. */
export function ServiceRows({ rows, onChange, error, mayChange }: ServiceRowsProps): ReactNode {
  const { formatMessage } = useIntl();
  const set = (place: number, change: Partial<ServiceFormValues>): void =>
    onChange(rows.map((row, at) => (at === place ? Object.assign({}, row, change) : row)));
  return (
    <section className={styles["list"]}>
      <h3>
        <FormattedMessage id="hub.services" />
      </h3>
      {rows.map(({ name, ports }, place) => (
        // Rows have no identity until they are named.
        <div key={place} className={styles["row"]}>
          <TextField
            label={formatMessage({ id: "hub.serviceName" })}
            value={name}
            onChange={(next) => set(place, { name: next })}
          />
          <TextField
            label={formatMessage({ id: "hub.ports" })}
            value={ports}
            onChange={(next) => set(place, { ports: next })}
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
        </div>
      ))}
      {error !== undefined && <p className={field["error"]}>{error}</p>}
      {mayChange && (
        <div>
          <Button look="quiet" onPress={() => onChange([...rows, { name: "", ports: "" }])}>
            <Plus size={15} aria-hidden="true" />
            <FormattedMessage id="hub.addService" />
          </Button>
        </div>
      )}
    </section>
  );
}
