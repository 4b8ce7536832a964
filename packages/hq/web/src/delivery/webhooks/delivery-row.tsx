import { ChevronRight, CircleAlert, CircleCheck, Clock, RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import { Button as AriaButton, Disclosure, DisclosurePanel, Heading } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import {
  type Delivery,
  type OpenedDelivery,
  useDelivery,
  useRedeliver,
} from "../../api/delivery/deliveries.ts";
import type { Webhook } from "../../api/delivery/webhooks.ts";
import { useTypes } from "../../api/sites.ts";
import { Button } from "../../ui/button.tsx";
import { Loading } from "../../ui/notes/loading.tsx";
import { Refusal } from "../../ui/notes/refusal.tsx";
import { CodeBlock } from "../../ui/values/code-block.tsx";
import { JsonText } from "../../ui/values/json-text.tsx";
import { quoteForShell } from "../code/shell-quote.ts";
import { EventTime } from "./event-time.tsx";
import { ResponseTime } from "./response-time.tsx";
import text from "../../ui/text.module.css";
import tone from "../../ui/tone.module.css";
import styles from "./webhooks.module.css";

interface DeliveryRowProps {
  readonly webhook: Webhook;
  readonly delivery: Delivery;
  /** Title of the entry the event refers to; absent if it no longer exists. */
  readonly title: string | undefined;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
}

/** A delivery as an expandable row. */
export function DeliveryRow(props: DeliveryRowProps): ReactNode {
  const { webhook, delivery, title, isOpen, onOpen } = props;
  const { event, test, createdAt, lastAttempt } = delivery;
  return (
    <li>
      <Disclosure
        className={styles["delivery"] ?? ""}
        isExpanded={isOpen}
        onExpandedChange={onOpen}
      >
        <Heading level={4} className={styles["line"] ?? ""}>
          <AriaButton slot="trigger" className={styles["trigger"] ?? ""}>
            <Answer delivery={delivery} />
            <code>{event}</code>
            <span className={styles["aboutIt"]}>
              {test ? (
                <FormattedMessage id="webhooks.aTest" />
              ) : (
                <About delivery={delivery} title={title} />
              )}
            </span>
            <time dateTime={createdAt}>
              <EventTime time={createdAt} />
            </time>
            <span className={styles["took"]}>
              {lastAttempt !== undefined && <ResponseTime ms={lastAttempt.durationMs} />}
            </span>
            <ChevronRight size={14} aria-hidden="true" className={styles["chevron"]} />
          </AriaButton>
        </Heading>
        <DisclosurePanel>
          {isOpen && <DeliveryDetail webhook={webhook} delivery={delivery.id} />}
        </DisclosurePanel>
      </Disclosure>
    </li>
  );
}

function Answer({ delivery }: { readonly delivery: Delivery }): ReactNode {
  const { state, lastAttempt } = delivery;
  if (state === "pending" && lastAttempt === undefined) {
    return (
      <span className={`${tone["state"]} ${styles["state"]}`}>
        <Clock size={15} aria-hidden="true" />
        <FormattedMessage id="webhooks.underWay" />
      </span>
    );
  }
  const isGood = state === "delivered";
  const Icon = isGood ? CircleCheck : CircleAlert;
  return (
    <span className={`${tone["state"]} ${styles["state"]} ${tone[isGood ? "leaf" : "madder"]}`}>
      <Icon size={15} aria-hidden="true" />
      {lastAttempt?.status ?? (
        <FormattedMessage
          id={lastAttempt === undefined ? "webhooks.notSent" : "webhooks.noAnswer"}
        />
      )}
      {state === "pending" && (
        <small>
          <FormattedMessage id="webhooks.again" />
        </small>
      )}
    </span>
  );
}

interface AboutProps {
  readonly delivery: Delivery;
  readonly title: string | undefined;
}

function About({ delivery, title }: AboutProps): ReactNode {
  const { data: types = [] } = useTypes();
  const { entrySlug, contentType } = delivery;
  if (title !== undefined) return title;
  if (entrySlug !== "") return `${contentType}/${entrySlug}`;
  if (contentType === "") return <FormattedMessage id="webhooks.theSite" />;
  return types.find(({ apiId }) => apiId === contentType)?.label ?? contentType;
}

type Attempt = OpenedDelivery["log"][number];

interface DeliveryDetailProps {
  readonly webhook: Webhook;
  readonly delivery: string;
}

/** The payload, the response, and all attempts of a delivery. */
function DeliveryDetail({ webhook, delivery }: DeliveryDetailProps): ReactNode {
  const { formatMessage } = useIntl();
  const { data, error } = useDelivery(webhook.id, delivery);
  const again = useRedeliver(webhook.id);
  if (data === undefined) return <Loading error={error} />;
  const last = data.log.at(-1);
  return (
    <div className={styles["detail"]}>
      <CodeBlock
        label={formatMessage({ id: "webhooks.wasSent" })}
        copied={asCurl(webhook, data)}
        copyWords={<FormattedMessage id="webhooks.asCurl" />}
      >
        {last !== undefined && <RequestHead attempt={last} />}
        <JsonText text={data.body} />
      </CodeBlock>
      <div>
        <CodeBlock label={formatMessage({ id: "webhooks.cameBack" })}>
          {last === undefined ? (
            <FormattedMessage id="webhooks.nothingYet" />
          ) : (
            <EndpointResponse attempt={last} />
          )}
        </CodeBlock>
        <Tries log={data.log} />
        {data.nextAttemptAt !== undefined && data.log.length > 0 && (
          <p className={`${text["detail"]} ${styles["next"]}`}>
            <FormattedMessage
              id="webhooks.nextTry"
              values={{ at: <EventTime time={data.nextAttemptAt} /> }}
            />
          </p>
        )}
        <Refusal error={again.error} />
        <Button
          isDisabled={!webhook.enabled}
          isWorking={again.isPending}
          onPress={() => !again.isPending && again.mutate(data.id)}
        >
          <RotateCw size={13} aria-hidden="true" />
          <FormattedMessage id="webhooks.sendAgain" />
        </Button>
        {!webhook.enabled && (
          <p className={`${text["detail"]} ${styles["next"]}`}>
            <FormattedMessage id="webhooks.onFirst" />
          </p>
        )}
      </div>
    </div>
  );
}

function RequestHead({ attempt }: { readonly attempt: Attempt }): ReactNode {
  return (
    <>
      {`POST ${attempt.url}\n`}
      {Object.entries(attempt.requestHeaders).map(([name, value]) => (
        <span key={name} className={styles["header"]}>
          <b>{name}:</b> {value}
          {"\n"}
        </span>
      ))}
      {"\n"}
    </>
  );
}

/** The endpoint's response, or the connection error. */
function EndpointResponse({ attempt }: { readonly attempt: Attempt }): ReactNode {
  const { status, response = "", problem } = attempt;
  if (status === undefined) return problem;
  return (
    <>
      {`${status}\n`}
      {response !== "" && <JsonText text={response} />}
    </>
  );
}

function Tries({ log }: Pick<OpenedDelivery, "log">): ReactNode {
  return (
    <>
      <h5 className={styles["triesHead"]}>
        <FormattedMessage id="webhooks.tries" />
      </h5>
      <ol className={styles["tries"]}>
        {log.map(({ number, at, status, problem, durationMs }) => (
          <li key={number}>
            <span>{number}</span>
            <EventTime time={at} />
            <em data-bad={problem !== undefined || undefined}>
              {status ?? <FormattedMessage id="webhooks.noAnswer" />}
              {", "}
              <ResponseTime ms={durationMs} />
            </em>
          </li>
        ))}
      </ol>
    </>
  );
}

/** Returns the same request as a curl command, byte for byte. */
function asCurl({ url }: Webhook, { body, log }: OpenedDelivery): string {
  const last = log.at(-1);
  const headers = Object.entries(last?.requestHeaders ?? { "content-type": "application/json" });
  return [
    `curl ${quoteForShell(last?.url ?? url)}`,
    ...headers.map(([name, value]) => `  -H ${quoteForShell(`${name}: ${value}`)}`),
    `  --data-raw ${quoteForShell(body)}`,
  ].join(" \\\n");
}
