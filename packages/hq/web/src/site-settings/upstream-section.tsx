import { type ReactNode, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import {
  type Upstream,
  useRemoveUpstream,
  useRenewHookSecret,
  useUpstream,
} from "../api/settings/upstream.ts";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Loading } from "../ui/notes/loading.tsx";
import { Refusal } from "../ui/notes/refusal.tsx";
import { DangerDialog } from "../ui/sections/danger-dialog.tsx";
import { OneTimeSecret } from "../ui/sections/one-time-secret.tsx";
import { Row, Rows } from "../ui/sections/row.tsx";
import { Section } from "../ui/sections/section.tsx";
import { Sections } from "../ui/sections/sections.tsx";
import { Ago } from "../ui/values/ago.tsx";
import { BranchList } from "./upstream/branch-list.tsx";
import { ConnectForm } from "./upstream/connect-form.tsx";
import { UpstreamState } from "./upstream/upstream-state.tsx";

/** The site's upstream repository. */
export function UpstreamSection(): ReactNode {
  const { data: upstream, error } = useUpstream();
  const [secret, setSecret] = useState<string>();
  if (upstream === undefined) return <Loading error={error} />;
  if (upstream === null) {
    return (
      <Sections>
        <Section title="upstream.connectTitle" text="upstream.connectText">
          <ConnectForm upstream={null} onSecret={setSecret} />
        </Section>
      </Sections>
    );
  }
  return (
    <Sections>
      <Section title="upstream.title" text="upstream.text">
        <UpstreamState upstream={upstream} />
        <Change upstream={upstream} onSecret={setSecret} />
      </Section>
      <Section title="upstream.branches" text="upstream.branchesText">
        <BranchList upstream={upstream} />
      </Section>
      <Section title="upstream.hook" text="upstream.hookText">
        {secret !== undefined && (
          <OneTimeSecret secrets={[secret]} onDone={() => setSecret(undefined)}>
            <FormattedMessage id="upstream.hookSecret" />
          </OneTimeSecret>
        )}
        <GitHostWebhook upstream={upstream} onSecret={setSecret} />
      </Section>
      <Section title="upstream.remove" text="upstream.removeText">
        <Remove upstream={upstream} />
      </Section>
    </Sections>
  );
}

interface ChangeProps {
  readonly upstream: Upstream;
  readonly onSecret: (secret: string) => void;
}

function Change({ upstream, onSecret }: ChangeProps): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  const close = (): void => setIsOpen(false);
  return (
    <div>
      <Button onPress={() => setIsOpen(true)}>
        <FormattedMessage id="upstream.changeOpen" />
      </Button>
      {isOpen && (
        <Dialog title={<FormattedMessage id="upstream.changeTitle" />} isOpen onClose={close}>
          <ConnectForm upstream={upstream} onSecret={onSecret} onDone={close} />
        </Dialog>
      )}
    </div>
  );
}

function Remove({ upstream }: { readonly upstream: Upstream }): ReactNode {
  const [isAsked, setIsAsked] = useState(false);
  const remove = useRemoveUpstream();
  return (
    <div>
      <Button look="danger" onPress={() => setIsAsked(true)}>
        <FormattedMessage id="upstream.removeOpen" />
      </Button>
      {isAsked && (
        <DangerDialog
          title={<FormattedMessage id="upstream.removeTitle" values={{ url: upstream.url }} />}
          goes={[
            <FormattedMessage key="credential" id="upstream.removeCredential" />,
            <FormattedMessage key="requests" id="upstream.removeRequests" />,
          ]}
          stays={[<FormattedMessage key="stays" id="upstream.removeStays" />]}
          submit="upstream.removeAct"
          act={remove}
          onSubmit={() => remove.mutate()}
          onClose={() => setIsAsked(false)}
        />
      )}
    </div>
  );
}

interface GitHostWebhookProps {
  readonly upstream: Upstream;
  readonly onSecret: (secret: string) => void;
}

/** The webhook by which the Git host notifies HQ of pushes. */
function GitHostWebhook({ upstream, onSecret }: GitHostWebhookProps): ReactNode {
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
