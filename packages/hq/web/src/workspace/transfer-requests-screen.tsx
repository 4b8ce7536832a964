import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { useTransferRequests } from "../api/settings/transfer-requests.ts";
import { useTitle } from "../shell/use-title.ts";
import { PlainScreen } from "../ui/plain-screen.tsx";
import { TransferRequestList } from "./transfer-request-list.tsx";

/** `/transfers`: pending transfer requests to the user's workspaces. */
export function TransferRequestsScreen(): ReactNode {
  const { formatMessage } = useIntl();
  const { data: offers = [], error, isLoading } = useTransferRequests();
  useTitle(formatMessage({ id: "offers.title" }));
  return (
    <PlainScreen title="offers.title" back="offers.back">
      <TransferRequestList offers={offers} error={error} isLoading={isLoading} />
    </PlainScreen>
  );
}
