import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { type Upstream, useRenewHookSecret } from "../../api/settings/upstream.ts";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Refusal } from "../../ui/notes/refusal.tsx";
import { Row, Rows } from "../../ui/sections/row.tsx";
import { Ago } from "../../ui/values/ago.tsx";

interface GitHostWebhookProps {
  readonly upstream: Upstream;
  readonly onSecret: (secret: string) => void;
}

/** The webhook by which the Git host notifies HQ of pushes. */
export function GitHostWebhook({ upstream, onSecret }: GitHostWebhookProps): ReactNode {
  const { formatMessage } = useIntl();
  const renew = useRenewHookSecret(onSecret);
  const { address, receivedAt } = upstream.webhook;
  return (
    <>
      <Refusal error={renew.error} />
      <Rows>
        <Row
          title={<code>{address}</code>}
          lines={[
            receivedAt === null ? (
              <FormattedMessage key="never" id="upstream.hookNever" />
            ) : (
              <FormattedMessage
                key="received"
                id="upstream.hookReceived"
                values={{ ago: <Ago time={receivedAt} /> }}
              />
            ),
          ]}
        >
          <CopyButton text={address} of={formatMessage({ id: "upstream.hookAddress" })} />
          <Button isWorking={renew.isPending} onPress={() => !renew.isPending && renew.mutate()}>
            <FormattedMessage id="upstream.hookRenew" />
          </Button>
        </Row>
      </Rows>
    </>
  );
}
