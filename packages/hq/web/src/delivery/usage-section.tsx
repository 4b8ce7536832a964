import type { ReactNode } from "react";
import { FormattedDate, FormattedMessage, FormattedNumber } from "react-intl";
import { useRates } from "../api/delivery/read-api.ts";
import { useMediaUsage } from "../api/media/media-library.ts";
import { useWorkspaceUsage } from "../api/publishing/public-site.ts";
import { useBilling } from "../api/session.ts";
import { type Site, useSite } from "../api/sites.ts";
import type { MessageId } from "../messages/messages.ts";
import { Note } from "../ui/notes/note.tsx";
import { Refusal } from "../ui/notes/refusal.tsx";
import { Section } from "../ui/sections/section.tsx";
import { Sections } from "../ui/sections/sections.tsx";
import { FileSize } from "../ui/values/file-size.tsx";
import { UsageMeter } from "../ui/values/usage-meter.tsx";
import styles from "./delivery.module.css";

/** The site's current usage of rate limits and its plan. */
export function UsageSection(): ReactNode {
  const { data: site } = useSite();
  const hasBilling = useBilling();
  if (site === undefined) return null;
  return (
    <Sections>
      <Section title="usage.rates" text="usage.ratesText">
        <Rates />
      </Section>
      <Section title={hasBilling ? "usage.plan" : "usage.workspace"} text="usage.planText">
        <Plan site={site} />
      </Section>
    </Sections>
  );
}

function Rates(): ReactNode {
  const { data: rates, error } = useRates();
  if (rates === undefined) return <Refusal error={error} />;
  const { reads, writes } = rates;
  return (
    <div className={styles["meters"]}>
      {reads === undefined ? (
        <Note tone="ochre">
          <FormattedMessage id="usage.notCounted" />
        </Note>
      ) : (
        <RateMeter label="usage.reads" help="usage.readsHelp" of={reads} />
      )}
      <RateMeter label="usage.writes" help="usage.writesHelp" of={writes} />
    </div>
  );
}

interface RateMeterProps {
  readonly label: MessageId;
  readonly help: MessageId;
  readonly of: { readonly limit: number; readonly remaining: number; readonly resetAt: string };
}

function RateMeter({ label, help, of }: RateMeterProps): ReactNode {
  const { limit, remaining, resetAt } = of;
  return (
    <UsageMeter
      label={label}
      used={limit - remaining}
      limit={limit}
      figures={
        <FormattedMessage
          id="usage.left"
          values={{ remaining: <FormattedNumber value={remaining} />, limit }}
        />
      }
      help={
        remaining === limit ? (
          <FormattedMessage id={help} values={{ limit }} />
        ) : (
          <FormattedMessage
            id="usage.moreAt"
            values={{ at: <FormattedDate value={resetAt} timeStyle="medium" /> }}
          />
        )
      }
    />
  );
}

function Plan({ site }: { readonly site: Site }): ReactNode {
  const { data: media } = useMediaUsage();
  const { data: workspace } = useWorkspaceUsage(site.workspaceId);
  return (
    <div className={styles["meters"]}>
      {media !== undefined && (
        <UsageMeter
          label="usage.media"
          used={media.used}
          limit={media.limit ?? undefined}
          figures={
            media.limit === null ? (
              <FileSize bytes={media.used} />
            ) : (
              <FormattedMessage
                id="usage.of"
                values={{
                  used: <FileSize bytes={media.used} />,
                  limit: <FileSize bytes={media.limit} />,
                }}
              />
            )
          }
          help={media.limit !== null && <FormattedMessage id="usage.mediaHelp" />}
        />
      )}
      {workspace !== undefined && (
        <UsageMeter
          label="usage.sites"
          used={workspace.sites.used}
          limit={workspace.sites.limit ?? undefined}
          figures={
            workspace.sites.limit === null ? (
              <FormattedNumber value={workspace.sites.used} />
            ) : (
              <FormattedMessage
                id="usage.of"
                values={{ used: workspace.sites.used, limit: workspace.sites.limit }}
              />
            )
          }
          help={workspace.sites.limit !== null && <FormattedMessage id="usage.sitesHelp" />}
        />
      )}
    </div>
  );
}
