import { CircleCheck, CircleX } from "lucide-react";
import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { type InstanceHealth, useInstanceHealth } from "../api/workspace/instance.ts";
import type { MessageId } from "../messages/messages.ts";
import { useTitle } from "../shell/use-title.ts";
import { Button } from "../ui/button.tsx";
import { Note } from "../ui/notes/note.tsx";
import { Refusal } from "../ui/notes/refusal.tsx";
import { Waiting } from "../ui/notes/waiting.tsx";
import { ScreenHead } from "../ui/screen-head.tsx";
import { Row, Rows } from "../ui/sections/row.tsx";
import { Section } from "../ui/sections/section.tsx";
import { Sections } from "../ui/sections/sections.tsx";
import { FileSize } from "../ui/values/file-size.tsx";
import styles from "./instance.module.css";

/** `/instance/health`: a readable summary of `/readyz`, `hq doctor`, and the metrics. */
export function HealthScreen(): ReactNode {
  const { formatMessage } = useIntl();
  const { data: health, error, refetch } = useInstanceHealth();
  const title = formatMessage({ id: "nav.health" });
  useTitle(title);
  return (
    <>
      <ScreenHead title={title}>
        <Button onPress={() => void refetch()}>
          <FormattedMessage id="health.again" />
        </Button>
      </ScreenHead>
      <Refusal error={error} />
      {health === undefined && error === null && <Waiting />}
      {health !== undefined && <Health health={health} />}
    </>
  );
}

interface OfHealth {
  readonly health: InstanceHealth;
}

function Health({ health }: OfHealth): ReactNode {
  const { ready, sites } = health;
  return (
    <>
      <div className={styles["verdict"]}>
        <Verdict ready={ready} troubled={new Set(sites.map(({ id }) => id)).size} />
      </div>
      <Sections>
        <Section title="health.parts" text="health.partsText">
          <Parts health={health} />
        </Section>
        {sites.length > 0 && (
          <Section title="health.sites" text="health.sitesText">
            <TroubledSites health={health} />
          </Section>
        )}
        <Section title="health.waits" text="health.waitsText">
          <HealthNumbers numbers={health.numbers} />
        </Section>
        <Section title="health.settings" text="health.settingsText">
          <Settings health={health} />
        </Section>
        <Section title="health.runsOn">
          <RunsOn health={health} />
        </Section>
      </Sections>
    </>
  );
}

interface VerdictProps {
  readonly ready: boolean;
  /** Number of sites with problems. */
  readonly troubled: number;
}

/** Overall health. Problems of sites don't affect readiness, but are still mentioned. */
function Verdict({ ready, troubled }: VerdictProps): ReactNode {
  if (ready && troubled > 0) {
    return (
      <Note tone="ochre">
        <FormattedMessage id="health.readyBut" values={{ count: troubled }} />
      </Note>
    );
  }
  return (
    <Note tone={ready ? "leaf" : "madder"}>
      <FormattedMessage id={ready ? "health.ready" : "health.notReady"} />
    </Note>
  );
}

function Parts({ health: { parts } }: OfHealth): ReactNode {
  return (
    <Rows>
      {parts.map(({ part, works, problem }) => (
        <Row
          key={part}
          title={
            <span className={styles["part"]} data-works={works}>
              {works ? (
                <CircleCheck size={16} aria-hidden="true" />
              ) : (
                <CircleX size={16} aria-hidden="true" />
              )}
              <FormattedMessage id={`health.part.${part}`} />
            </span>
          }
          lines={[
            <FormattedMessage
              key="state"
              id={works ? `health.works.${part}` : `health.fails.${part}`}
            />,
            problem !== undefined && <code key="problem">{problem}</code>,
          ]}
        />
      ))}
    </Rows>
  );
}

function TroubledSites({ health: { sites } }: OfHealth): ReactNode {
  return (
    <Rows>
      {sites.map(({ id, name, workspace, trouble, reason }) => (
        <Row
          key={`${id}.${trouble}`}
          title={`${name} (${workspace})`}
          lines={[
            <FormattedMessage key="what" id={`health.trouble.${trouble}`} />,
            <span key="why">{reason}</span>,
            <code key="id">{id}</code>,
          ]}
        />
      ))}
    </Rows>
  );
}

const SWITCHES = [
  ["mail", "LOAM_SMTP_URL"],
  ["oidc", "LOAM_OIDC_ISSUER"],
  ["passwords", "LOAM_PASSWORD_SIGN_IN"],
  ["paymentGate", "LOAM_BILLING"],
] as const;

/** Settings from the environment, with the names of their variables. */
function Settings({ health: { settings, ignoredVariables } }: OfHealth): ReactNode {
  const { readLimit, writeLimit } = settings;
  return (
    <>
      <Rows>
        {SWITCHES.filter(([name]) => name !== "paymentGate" || settings[name]).map(
          ([name, variable]) => (
            <Row
              key={name}
              title={<FormattedMessage id={`health.setting.${name}`} />}
              lines={[
                <FormattedMessage
                  key="state"
                  id={settings[name] ? `health.on.${name}` : `health.off.${name}`}
                />,
                <code key="variable">{variable}</code>,
              ]}
            />
          ),
        )}
        <Row
          title={<FormattedMessage id="health.setting.limits" />}
          lines={[
            <FormattedMessage key="limits" id="health.limits" values={{ readLimit, writeLimit }} />,
            <code key="variables">LOAM_READ_LIMIT, LOAM_WRITE_LIMIT</code>,
          ]}
        />
      </Rows>
      {ignoredVariables.length > 0 && (
        <Note tone="ochre">
          <FormattedMessage
            id="health.ignored"
            values={{ names: <code>{ignoredVariables.join(", ")}</code> }}
          />
        </Note>
      )}
    </>
  );
}

const PROGRAMS = ["node", "git", "database", "publicStorage", "mediaStorage"] as const;

function RunsOn({ health: { runsOn } }: OfHealth): ReactNode {
  return (
    <Rows>
      {PROGRAMS.map((name) => (
        <Row
          key={name}
          title={<FormattedMessage id={`health.program.${name}`} />}
          lines={[runsOn[name]]}
        />
      ))}
    </Rows>
  );
}

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
function HealthNumbers({ numbers }: Pick<InstanceHealth, "numbers">): ReactNode {
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
