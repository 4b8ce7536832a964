import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { useTransferRequests } from "../api/settings/transfer-requests.ts";
import { Section } from "../ui/sections/section.tsx";
import { Sections } from "../ui/sections/sections.tsx";
import { ManagersOnly } from "./managers-only.tsx";
import { TransferRequestList } from "./transfer-request-list.tsx";

/** Pending transfer requests to the workspace. */
export function TransferRequestsSection(): ReactNode {
  const { data: offers = [], error, isLoading } = useTransferRequests();
  return (
    <ManagersOnly>
      {({ id, slug }) => (
        <Sections>
          <Section title="workspace.offers" text="offers.text">
            <TransferRequestList
              offers={offers.filter(({ workspaceId }) => workspaceId === id)}
              error={error}
              isLoading={isLoading}
            />
            <p>
              <FormattedMessage id="offers.slug" values={{ slug: <code>{slug}</code> }} />
            </p>
          </Section>
        </Sections>
      )}
    </ManagersOnly>
  );
}
