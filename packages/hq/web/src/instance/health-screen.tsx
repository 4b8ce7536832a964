import { CircleCheck, CircleX } from "lucide-react";
import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { type InstanceHealth, useInstanceHealth } from "../api/workspace/instance.ts";
import { useTitle } from "../shell/use-title.ts";
import { Button } from "../ui/button.tsx";
import { Note } from "../ui/notes/note.tsx";
import { Refusal } from "../ui/notes/refusal.tsx";
import { Waiting } from "../ui/notes/waiting.tsx";
import { ScreenHead } from "../ui/screen-head.tsx";
import { Row, Rows } from "../ui/sections/row.tsx";
import { Section } from "../ui/sections/section.tsx";
import { Sections } from "../ui/sections/sections.tsx";
import { HealthNumbers } from "./health-numbers.tsx";
import styles from "./instance.module.css";

/** `/instance/health`: a readable summary of `/readyz`, `hq doctor`, and the metrics. */
export function Component(): ReactNode {
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
