import { type ReactNode, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { expectSuccess, hq, type Schemas } from "../../api/client.ts";
import { useAccountMutation, useTokens } from "../../api/people/account.ts";
import { Button } from "../../ui/button.tsx";
import { Refusal } from "../../ui/notes/refusal.tsx";
import { OneTimeSecret } from "../../ui/sections/one-time-secret.tsx";
import { Section } from "../../ui/sections/section.tsx";
import { Ago } from "../../ui/values/ago.tsx";
import { NewToken } from "./new-token.tsx";
import sections from "../../ui/sections/sections.module.css";
import styles from "./account.module.css";

/** Personal access tokens, for clients that act on behalf of the user. */
export function TokensSection(): ReactNode {
  const { data: tokens = [], error } = useTokens();
  const [newToken, setNewToken] = useState<string>();
  const revoke = useAccountMutation((id: string) =>
    expectSuccess(hq.DELETE("/tokens/{id}", { params: { path: { id } } })),
  );
  const open = tokens.filter(({ revokedAt }) => revokedAt === undefined);
  return (
    <Section title="account.tokens" text="account.tokensText">
      <Refusal error={error ?? revoke.error} />
      {newToken !== undefined && (
        <OneTimeSecret secrets={[newToken]} onDone={() => setNewToken(undefined)}>
          <FormattedMessage id="account.tokenMade" />
        </OneTimeSecret>
      )}
      {open.length > 0 && (
        <ul className={sections["rows"]}>
          {open.map((token) => (
            <TokenRow key={token.id} token={token} onRevoke={() => revoke.mutate(token.id)} />
          ))}
        </ul>
      )}
      <NewToken onMade={setNewToken} />
    </Section>
  );
}

interface TokenRowProps {
  readonly token: Schemas["PersonalAccessToken"];
  readonly onRevoke: () => void;
}

function TokenRow({ token, onRevoke }: TokenRowProps): ReactNode {
  const { formatMessage, formatDate } = useIntl();
  const { name, hint, scopes, lastUsedAt, expiresAt } = token;
  const isOver = Date.parse(expiresAt) <= Date.now();
  return (
    <li>
      <div>
        <b>
          {name} <code className={styles["hint"]}>{hint}</code>
        </b>
        <small>{scopes.join(" · ")}</small>
        <small>
          <FormattedMessage
            id={isOver ? "account.expired" : "account.expires"}
            values={{ date: formatDate(expiresAt, { dateStyle: "medium" }) }}
          />{" "}
          {lastUsedAt === undefined ? (
            <FormattedMessage id="account.neverUsed" />
          ) : (
            <FormattedMessage id="account.used" values={{ ago: <Ago time={lastUsedAt} /> }} />
          )}
        </small>
      </div>
      <Button
        look="quiet"
        aria-label={formatMessage({ id: "account.revokeOne" }, { name })}
        onPress={onRevoke}
      >
        <FormattedMessage id="account.revoke" />
      </Button>
    </li>
  );
}
