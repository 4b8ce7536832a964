import { ArrowDown, ArrowUp, X } from "lucide-react";
import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Button } from "../../ui/button.tsx";
import { SelectField } from "../../ui/fields/select-field.tsx";
import { type QueryField, isOrderable, splitNames } from "./explorer-query.ts";
import styles from "./explorer.module.css";

const NONE = "";

interface OrderRowsProps {
  readonly orders: string;
  readonly fields: readonly QueryField[];
  readonly onChange: (orders: string) => void;
}

const fieldOf = (order: string): string => order.replace(/^-/, "");

/** Sort fields, the most significant first. */
export function OrderRows({ orders, fields, onChange }: OrderRowsProps): ReactNode {
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
