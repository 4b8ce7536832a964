import type { ReactNode } from "react";
import { Label, Meter } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import type { Worker } from "../../api/hub/workers.ts";
import { FileSize } from "../../ui/values/file-size.tsx";
import textStyles from "../../ui/text.module.css";
import styles from "./workers.module.css";

type Facts = NonNullable<Worker["facts"]>;

/** Load above which a machine is highlighted. */
const STRAINED = 0.9;

/** Load of a machine in one line. */
export function LoadText({ facts }: { readonly facts: Facts }): ReactNode {
  const { formatNumber } = useIntl();
  const { load, cores, memoryTotal, memoryFree } = facts;
  const percent = (part: number): string => formatNumber(part, { style: "percent" });
  return (
    <>
      {load?.[0] !== undefined && cores !== undefined && (
        <FormattedMessage id="hub.loadShort" values={{ busy: percent(load[0] / cores) }} />
      )}
      {memoryTotal !== undefined && memoryFree !== undefined && (
        <small>
          <FormattedMessage
            id="hub.memoryShort"
            values={{ used: percent(1 - memoryFree / memoryTotal) }}
          />
        </small>
      )}
    </>
  );
}

/** Load of a machine: CPU, memory, and free disk space. */
export function LoadMeters({ facts }: { readonly facts: Facts }): ReactNode {
  const { formatMessage, formatNumber } = useIntl();
  const { load, cores, memoryTotal, memoryFree, diskFree } = facts;
  return (
    <div className={styles["meters"]}>
      {load?.[0] !== undefined && cores !== undefined && (
        <Filled
          label={formatMessage({ id: "hub.processors" })}
          part={load[0] / cores}
          text={
            <FormattedMessage
              id="hub.loadOf"
              values={{ load: formatNumber(load[0], { maximumFractionDigits: 1 }), cores }}
            />
          }
        />
      )}
      {memoryTotal !== undefined && memoryFree !== undefined && (
        <Filled
          label={formatMessage({ id: "hub.memoryOf" })}
          part={1 - memoryFree / memoryTotal}
          text={
            <FormattedMessage
              id="hub.usedOf"
              values={{
                used: <FileSize bytes={memoryTotal - memoryFree} />,
                all: <FileSize bytes={memoryTotal} />,
              }}
            />
          }
        />
      )}
      {diskFree !== undefined && (
        <p className={textStyles["soft"]}>
          <FormattedMessage id="hub.diskFree" values={{ free: <FileSize bytes={diskFree} /> }} />
        </p>
      )}
    </div>
  );
}

interface FilledProps {
  readonly label: string;
  /** 0 to 1, or above when overloaded. */
  readonly part: number;
  readonly text: ReactNode;
}

function Filled({ label, part, text }: FilledProps): ReactNode {
  return (
    <Meter className={styles["meter"] ?? ""} value={Math.min(part, 1)} maxValue={1}>
      <Label>{label}</Label>
      <span className={styles["meterWords"]}>{text}</span>
      <svg
        className={styles["bar"]}
        viewBox="0 0 100 6"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <rect className={styles["rail"]} width="100" height="6" />
        <rect
          className={part >= STRAINED ? styles["strained"] : styles["fill"]}
          width={Math.min(part, 1) * 100}
          height="6"
        />
      </svg>
    </Meter>
  );
}
