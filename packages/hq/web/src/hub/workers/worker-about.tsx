import { type ReactNode, useState } from "react";
import { FormattedMessage } from "react-intl";
import { Link } from "react-router";
import { useSkills } from "../../api/hub/skills.ts";
import { useWorkerDoctor, type Worker } from "../../api/hub/workers.ts";
import { useWorkspaceSlug } from "../../api/workspaces.ts";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/notes/note.tsx";
import { Refusal } from "../../ui/notes/refusal.tsx";
import { Waiting } from "../../ui/notes/waiting.tsx";
import { Tag } from "../../ui/tag.tsx";
import { Ago } from "../../ui/values/ago.tsx";
import { FindingList } from "../finding-list.tsx";
import { LoadMeters } from "./load.tsx";
import factsStyles from "../../ui/facts.module.css";
import form from "../../ui/form.module.css";
import heading from "../../ui/heading.module.css";
import list from "../../ui/list.module.css";
import text from "../../ui/text.module.css";
import styles from "./workers.module.css";

/** Facts reported by a worker, its installed skills, and its diagnostics. */
export function WorkerAbout({ worker }: { readonly worker: Worker }): ReactNode {
  const { facts, state } = worker;
  return (
    <div className={styles["two"]}>
      <div className={`${form["form"]} ${styles["sections"]}`}>
        {state === "pending" && (
          <Note tone="ochre">
            <FormattedMessage id="hub.notRegistered" />
          </Note>
        )}
        {facts !== undefined && <Installed worker={worker} />}
        {state === "online" && <Doctor worker={worker} />}
      </div>
      <div className={`${form["form"]} ${styles["sections"]}`}>
        {state === "online" && facts !== undefined && (
          <section>
            <header className={`${heading["head"]} ${heading["lined"]} ${styles["heading"]}`}>
              <h2 className={heading["heading"]}>
                <FormattedMessage id="hub.load" />
              </h2>
            </header>
            <div className={styles["chips"]}>
              <LoadMeters facts={facts} />
            </div>
          </section>
        )}
        {facts?.isolation !== undefined && <WorkerIsolation isolation={facts.isolation} />}
        <AboutMachine worker={worker} />
      </div>
    </div>
  );
}

function AboutMachine({ worker }: { readonly worker: Worker }): ReactNode {
  const { facts, agent, version, lastSeenAt, registeredAt, revokedAt, fingerprint } = worker;
  const rows = [
    ["hub.host", facts?.hostname],
    ["hub.agent", facts?.agent ?? agent],
    ["hub.workerVersion", facts?.version ?? version],
    ["hub.concurrentRuns", facts?.concurrentRuns],
    ["hub.lastSeen", lastSeenAt && <Ago time={lastSeenAt} />],
    ["hub.registeredAt", registeredAt && <Ago time={registeredAt} />],
    ["hub.revokedAt", revokedAt && <Ago time={revokedAt} />],
    ["hub.fingerprint", fingerprint && <code>{fingerprint}</code>],
  ] as const;
  return (
    <section>
      <header className={`${heading["head"]} ${heading["lined"]} ${styles["heading"]}`}>
        <h2 className={heading["heading"]}>
          <FormattedMessage id="hub.machine" />
        </h2>
      </header>
      <dl className={`${factsStyles["facts"]} ${styles["facts"]}`}>
        {rows
          .filter(([, value]) => value !== undefined)
          .map(([label, value]) => (
            <div key={label}>
              <dt>
                <FormattedMessage id={label} />
              </dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      {fingerprint !== undefined && (
        <p className={text["soft"]}>
          <FormattedMessage id="hub.compareFingerprint" />
        </p>
      )}
    </section>
  );
}

/** Skills with their versions, and the names of MCP servers. */
function Installed({ worker: { facts } }: { readonly worker: Worker }): ReactNode {
  const ws = useWorkspaceSlug();
  const { data: known = [] } = useSkills();
  const { skills = [], mcpServers = [] } = facts ?? {};
  return (
    <section>
      <header className={`${heading["head"]} ${heading["lined"]} ${styles["heading"]}`}>
        <h2 className={heading["heading"]}>
          <FormattedMessage id="hub.installed" />
        </h2>
      </header>
      {skills.length === 0 ? (
        <p className={text["soft"]}>
          <FormattedMessage id="hub.noSkillsThere" />
        </p>
      ) : (
        <ul className={`${list["rows"]} ${styles["rows"]}`}>
          {skills.map(({ name, version }) => {
            const newest = known.find((skill) => skill.name === name)?.version;
            return (
              <li key={name}>
                <Link to={`/workspaces/${ws}/skills/${name}`}>
                  <b>{name}</b>
                </Link>
                {version === null ? (
                  <Tag>
                    <FormattedMessage id="hub.foreign" />
                  </Tag>
                ) : (
                  <Tag tone={version === newest ? "leaf" : "ochre"}>
                    <FormattedMessage id="hub.versionN" values={{ version }} />
                  </Tag>
                )}
              </li>
            );
          })}
        </ul>
      )}
      {mcpServers.length > 0 && (
        <div className={styles["chips"]}>
          <FormattedMessage id="hub.mcpServers" />
          {mcpServers.map((name) => (
            <Tag key={name} isCode>
              {name}
            </Tag>
          ))}
        </div>
      )}
    </section>
  );
}

/** Runs the worker's diagnostics on request. */
function Doctor({ worker: { id } }: { readonly worker: Worker }): ReactNode {
  const [isAsked, setIsAsked] = useState(false);
  const { data: findings, error, isFetching, refetch } = useWorkerDoctor(id, isAsked);
  return (
    <section>
      <header className={`${heading["head"]} ${heading["lined"]} ${styles["heading"]}`}>
        <h2 className={heading["heading"]}>
          <FormattedMessage id="hub.doctor" />
        </h2>
        <Button
          isWorking={isFetching}
          onPress={() => {
            if (isAsked) void refetch();
            setIsAsked(true);
          }}
        >
          <FormattedMessage id={isAsked ? "hub.askAgain" : "hub.askDoctor"} />
        </Button>
      </header>
      {!isAsked && (
        <p className={text["soft"]}>
          <FormattedMessage id="hub.doctorIs" />
        </p>
      )}
      {isAsked && findings === undefined && error === null && <Waiting />}
      <Refusal error={error} />
      {findings !== undefined && <FindingList findings={findings} />}
    </section>
  );
}

type Isolation = NonNullable<NonNullable<Worker["facts"]>["isolation"]>;

const TONES = { boxed: "leaf", contained: "ochre", none: "madder" } as const;

/** How a worker isolates runs, what that means, and why it isn't stronger. */
function WorkerIsolation({ isolation }: { readonly isolation: Isolation }): ReactNode {
  const { level, isChosen, unavailable } = isolation;
  return (
    <section>
      <header className={`${heading["head"]} ${heading["lined"]} ${styles["heading"]}`}>
        <h2 className={heading["heading"]}>
          <FormattedMessage id="hub.isolation" />
        </h2>
        <Tag tone={TONES[level]}>
          <FormattedMessage id={`hub.isolation.${level}`} />
        </Tag>
      </header>
      <div className={styles["notes"]}>
        <p>
          <FormattedMessage id={`hub.isolationMeans.${level}`} />
        </p>
        {isChosen && (
          <p className={text["soft"]}>
            <FormattedMessage id="hub.isolationChosen" />
          </p>
        )}
        {unavailable.map(({ level: missing, reason }) => (
          <p key={missing} className={text["soft"]}>
            <FormattedMessage
              id={missing === "boxed" ? "hub.isolationNotBoxed" : "hub.isolationNotContained"}
              values={{ reason }}
            />
          </p>
        ))}
      </div>
    </section>
  );
}
