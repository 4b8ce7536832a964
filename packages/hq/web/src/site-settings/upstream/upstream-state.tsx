import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import {
  isUnderWay,
  type Upstream,
  type UpstreamProblem,
  useSyncUpstream,
} from "../../api/settings/upstream.ts";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Note } from "../../ui/notes/note.tsx";
import { Refusal } from "../../ui/notes/refusal.tsx";
import { Row, Rows } from "../../ui/sections/row.tsx";
import { Tag } from "../../ui/tag.tsx";
import { Ago } from "../../ui/values/ago.tsx";
import styles from "./upstream.module.css";

const TONES = {
  new: "slate",
  in_sync: "leaf",
  attention: "ochre",
  failing: "madder",
} as const;

/** Overall sync state: when both sides were last equal, and what prevents syncing. */
export function UpstreamState({ upstream }: { readonly upstream: Upstream }): ReactNode {
  const { state, problem, forgeProblem } = upstream;
  const sync = useSyncUpstream();
  const goesOn = isUnderWay(upstream);
  return (
    <>
      <Refusal error={sync.error} />
      <Rows>
        <Row
          title={<code>{upstream.url}</code>}
          lines={[<SyncTimes key="when" upstream={upstream} />]}
        >
          <Tag tone={TONES[state]}>
            <FormattedMessage id={`upstream.state.${state}`} />
          </Tag>
          <Button
            isWorking={sync.isPending || goesOn}
            onPress={() => !sync.isPending && !goesOn && sync.mutate()}
          >
            <FormattedMessage id={goesOn ? "upstream.syncing" : "upstream.sync"} />
          </Button>
        </Row>
      </Rows>
      {problem !== null && (
        <Note tone="madder">
          <Problem problem={problem} />
          <p>
            <FormattedMessage id="upstream.again" />
          </p>
        </Note>
      )}
      {forgeProblem !== null && (
        <Note tone="ochre">
          <p>
            <FormattedMessage id="upstream.forgeRefuses" />
          </p>
          <Problem problem={forgeProblem} />
        </Note>
      )}
      <Keys upstream={upstream} />
    </>
  );
}

function SyncTimes({
  upstream: { syncedAt, triedAt },
}: {
  readonly upstream: Upstream;
}): ReactNode {
  if (triedAt === null) return <FormattedMessage id="upstream.notYet" />;
  if (syncedAt === null) {
    return <FormattedMessage id="upstream.tried" values={{ ago: <Ago time={triedAt} /> }} />;
  }
  return <FormattedMessage id="upstream.syncedAgo" values={{ ago: <Ago time={syncedAt} /> }} />;
}

/** A problem in HQ's wording, with the affected files. */
export function Problem({ problem }: { readonly problem: UpstreamProblem }): ReactNode {
  const { message, issues = [] } = problem;
  return (
    <>
      <p>{message}</p>
      {issues.length > 0 && (
        <ul className={styles["issues"]}>
          {issues.map(({ path, line, field, message: what }) => (
            <li key={`${path} ${line} ${field} ${what}`}>
              {path !== undefined && (
                <code>
                  {path}
                  {line !== undefined && `:${line}`}
                </code>
              )}{" "}
              {what}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** The public key to authorize upstream, and the host keys that HQ trusts. */
function Keys({ upstream }: { readonly upstream: Upstream }): ReactNode {
  const { formatMessage } = useIntl();
  const { credential, hostKeys } = upstream;
  const { publicKey } = credential;
  if (publicKey === null && hostKeys.length === 0) return null;
  return (
    <dl className={styles["keys"]}>
      {publicKey !== null && (
        <div>
          <dt>
            <FormattedMessage id="upstream.publicKey" />
          </dt>
          <dd>
            <code>{publicKey}</code>
            <CopyButton text={publicKey} of={formatMessage({ id: "upstream.publicKey" })} />
          </dd>
        </div>
      )}
      {hostKeys.map(({ type, fingerprint }) => (
        <div key={fingerprint}>
          <dt>
            <FormattedMessage id="upstream.hostKey" />
          </dt>
          <dd>
            <code>
              {fingerprint} {type}
            </code>
          </dd>
        </div>
      ))}
    </dl>
  );
}
