import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { Link } from "react-router";
import { useTransferRequests } from "../../api/settings/transfer-requests.ts";
import { Note } from "../../ui/notes/note.tsx";

/** Link to pending transfer requests, for users without sites. Renders nothing if there are no requests. */
export function TransferRequestsLink(): ReactNode {
  const { data: offers = [] } = useTransferRequests();
  if (offers.length === 0) return null;
  return (
    <Note tone="leaf">
      <Link to="/transfers">
        <FormattedMessage id="nav.offers" values={{ count: offers.length }} />
      </Link>
    </Note>
  );
}
