import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import type { InstanceHealth } from "../api/workspace/instance.ts";
import type { MessageId } from "../messages/messages.ts";
import { FileSize } from "../ui/values/file-size.tsx";
import styles from "./instance.module.css";

/** A metric that administrators can act on. */
interface ShownGauge {
  readonly gauge: string;
  readonly label: MessageId;
  readonly kind: "count" | "bytes" | "seconds";
  /** Threshold above which it needs attention, with an explanation. */
  readonly worrying?: { readonly above: number; readonly help: MessageId };
}

const GAUGES: readonly ShownGauge[] = [
  { gauge: "loam_sites", label: "health.number.sites", kind: "count" },
  {
    gauge: "loam_webhook_deliveries_pending",
    label: "health.number.deliveries",
    kind: "count",
  },
  {
    gauge: "loam_webhook_queue_age_seconds",
    label: "health.number.queueAge",
    kind: "seconds",
    worrying: { above: 300, help: "health.help.queueAge" },
  },
  { gauge: "loam_upstreams", label: "health.number.upstreams", kind: "count" },
  {
    gauge: "loam_upstreams_failing",
    label: "health.number.upstreamsFailing",
    kind: "count",
    worrying: { above: 0, help: "health.help.upstreamsFailing" },
  },
  { gauge: "loam_changes_open", label: "health.number.changes", kind: "count" },
  { gauge: "loam_repositories_bytes", label: "health.number.repositories", kind: "bytes" },
  {
    gauge: "loam_repository_packs_max",
    label: "health.number.packs",
    kind: "count",
    worrying: { above: 50, help: "health.help.packs" },
  },
  { gauge: "loam_event_streams", label: "health.number.listening", kind: "count" },
];

/** Current values of the health metrics. */
export function HealthNumbers({ numbers }: Pick<InstanceHealth, "numbers">): ReactNode {
  return (
    <dl className={styles["numbers"]}>
      {GAUGES.flatMap((gauge) => {
        const value = numbers[gauge.gauge];
        return value === undefined
          ? []
          : [<Figure key={gauge.gauge} gauge={gauge} value={value} />];
      })}
    </dl>
  );
}

interface FigureProps {
  readonly gauge: ShownGauge;
  readonly value: number;
}

function Figure({ gauge: { label, kind, worrying }, value }: FigureProps): ReactNode {
  const isWorrying = worrying !== undefined && value > worrying.above;
  return (
    <div data-worrying={isWorrying || undefined}>
      <dt>
        <FormattedMessage id={label} />
      </dt>
      <dd>
        {kind === "bytes" && <FileSize bytes={value} />}
        {kind === "seconds" && (
          <FormattedMessage id="health.seconds" values={{ seconds: Math.round(value) }} />
        )}
        {kind === "count" && value}
        {isWorrying && (
          <small>
            <FormattedMessage id={worrying.help} />
          </small>
        )}
      </dd>
    </div>
  );
}
