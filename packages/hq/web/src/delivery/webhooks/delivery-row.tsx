import { ChevronRight, CircleAlert, CircleCheck, Clock } from "lucide-react";
import type { ReactNode } from "react";
import { Button as AriaButton, Disclosure, DisclosurePanel, Heading } from "react-aria-components";
import { FormattedMessage } from "react-intl";
import type { Delivery } from "../../api/delivery/deliveries.ts";
import type { Webhook } from "../../api/delivery/webhooks.ts";
import { useTypes } from "../../api/sites.ts";
import { DeliveryDetail } from "./delivery-detail.tsx";
import { EventTime } from "./event-time.tsx";
import { ResponseTime } from "./response-time.tsx";
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
      <span className={`${styles["state"]} ${styles["soft"]}`}>
        <Clock size={15} aria-hidden="true" />
        <FormattedMessage id="webhooks.underWay" />
      </span>
    );
  }
  const isGood = state === "delivered";
  const Icon = isGood ? CircleCheck : CircleAlert;
  return (
    <span className={`${styles["state"]} ${styles[isGood ? "good" : "bad"]}`}>
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
