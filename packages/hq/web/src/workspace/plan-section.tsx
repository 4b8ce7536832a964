import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { useBilling } from "../api/session.ts";
import { usePlanUsage } from "../api/workspace/manage-workspace.ts";
import { useWorkspace } from "../api/workspaces.ts";
import { PaymentMethod } from "../payment/payment-method.tsx";
import { Refusal } from "../ui/notes/refusal.tsx";
import { Section } from "../ui/sections/section.tsx";
import { Sections } from "../ui/sections/sections.tsx";
import { FileSize } from "../ui/values/file-size.tsx";
import { UsageMeter } from "../ui/values/usage-meter.tsx";
import heading from "../ui/heading.module.css";
import styles from "./workspace.module.css";

/** Plan, usage, and payment method of the workspace. */
export function PlanSection(): ReactNode {
  const { data: workspace } = useWorkspace();
  const hasBilling = useBilling();
  if (workspace === undefined) return null;
  return (
    <Sections>
      {hasBilling ? (
        <Section title="workspace.plan" text="plan.text">
          <p className={heading["title"]}>
            <FormattedMessage id={`planName.${workspace.plan}`} />
          </p>
          <Meters />
        </Section>
      ) : (
        <Section title="workspace.usage" text="workspace.usageText">
          <Meters />
        </Section>
      )}
      {hasBilling && (
        <Section title="payment.title" text="payment.text">
          <PaymentMethod workspace={workspace} />
        </Section>
      )}
    </Sections>
  );
}

function Meters(): ReactNode {
  const { data: use, error } = usePlanUsage();
  if (use === undefined) return <Refusal error={error} />;
  const { sites, mediaBytes } = use;
  return (
    <div className={styles["meters"]}>
      <UsageMeter
        label="plan.sites"
        used={sites.used}
        limit={sites.limit ?? undefined}
        figures={
          sites.limit === null ? (
            <FormattedMessage id="plan.noLimit" values={{ used: sites.used }} />
          ) : (
            <FormattedMessage id="plan.of" values={{ used: sites.used, limit: sites.limit }} />
          )
        }
        help={sites.limit !== null && <FormattedMessage id="plan.sitesHelp" />}
      />
      <UsageMeter
        label="plan.media"
        used={mediaBytes.used}
        limit={mediaBytes.limit ?? undefined}
        figures={
          <FormattedMessage
            id={mediaBytes.limit === null ? "plan.noLimit" : "plan.of"}
            values={{
              used: <FileSize bytes={mediaBytes.used} />,
              limit: <FileSize bytes={mediaBytes.limit ?? 0} />,
            }}
          />
        }
        help={mediaBytes.limit !== null && <FormattedMessage id="plan.mediaHelp" />}
      />
    </div>
  );
}
