import type { ReactNode } from "react";
import { Meter } from "react-aria-components";
import { useIntl } from "react-intl";
import type { MessageId } from "../../messages/messages.ts";
import { Bar } from "./bar.tsx";
import text from "../text.module.css";
import styles from "./usage-meter.module.css";

interface UsageMeterProps {
  readonly label: MessageId;
  readonly used: number;
  /** Absent for no limit. */
  readonly limit: number | undefined;
  readonly figures: ReactNode;
  readonly help: ReactNode;
}

/** Fraction above which usage is highlighted. */
const NEAR = 0.9;

function toneOf(used: number, limit: number): "near" | "full" | undefined {
  if (used >= limit) return "full";
  return used >= limit * NEAR ? "near" : undefined;
}

/** Usage of a limit as numbers and a bar, with an explanation. */
export function UsageMeter({ label, used, limit, figures, help }: UsageMeterProps): ReactNode {
  const { formatMessage } = useIntl();
  const name = formatMessage({ id: label });
  return (
    <Meter
      className={styles["meter"] ?? ""}
      value={Math.min(used, limit ?? used)}
      maxValue={limit ?? Math.max(used, 1)}
      aria-label={name}
    >
      {({ percentage }) => (
        <>
          <span className={styles["figures"]}>
            <span>{name}</span>
            <span>{figures}</span>
          </span>
          {limit !== undefined && <Bar percentage={percentage} tone={toneOf(used, limit)} />}
          <span className={text["faint"]}>{help}</span>
        </>
      )}
    </Meter>
  );
}
