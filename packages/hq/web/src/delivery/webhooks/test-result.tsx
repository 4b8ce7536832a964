import { X } from "lucide-react";
import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useDelivery } from "../../api/delivery/deliveries.ts";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/notes/note.tsx";
import { CodeBlock } from "../../ui/values/code-block.tsx";
import { JsonText } from "../../ui/values/json-text.tsx";
import { ResponseTime } from "./response-time.tsx";
import styles from "./webhooks.module.css";

interface TestResultProps {
  readonly webhook: string;
  readonly delivery: string;
  readonly onClose: () => void;
}

/** The result of a test delivery. */
export function TestResult({ webhook, delivery, onClose }: TestResultProps): ReactNode {
  const { formatMessage } = useIntl();
  const { data } = useDelivery(webhook, delivery);
  const attempt = data?.log.at(-1);
  const tone = attempt === undefined ? "ochre" : attempt.problem === undefined ? "leaf" : "madder";
  return (
    <Note tone={tone}>
      <div className={styles["stopped"]}>
        <p>
          {attempt === undefined ? (
            <FormattedMessage id="webhooks.testSent" />
          ) : (
            <>
              <b>
                {attempt.problem ?? (
                  <FormattedMessage
                    id="webhooks.testAnswered"
                    values={{ status: attempt.status }}
                  />
                )}
              </b>{" "}
              <ResponseTime ms={attempt.durationMs} />
            </>
          )}
        </p>
        <Button
          look="quiet"
          iconOnly
          aria-label={formatMessage({ id: "webhooks.testClose" })}
          onPress={onClose}
        >
          <X size={16} aria-hidden="true" />
        </Button>
      </div>
      {attempt?.response !== undefined && attempt.response !== "" && (
        <CodeBlock label={formatMessage({ id: "webhooks.cameBack" })}>
          <JsonText text={attempt.response} />
        </CodeBlock>
      )}
    </Note>
  );
}
