import { type ReactNode, useState } from "react";
import { FormattedDate, FormattedMessage, useIntl } from "react-intl";
import { useNavigate } from "react-router";
import { useBilling } from "../api/session.ts";
import {
  type TransferRequest,
  useAcceptTransfer,
  useDeclineTransfer,
} from "../api/settings/transfer-requests.ts";
import { Button } from "../ui/button.tsx";
import { DialogFoot } from "../ui/dialog-foot.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Refusal } from "../ui/notes/refusal.tsx";
import { Waiting } from "../ui/notes/waiting.tsx";
import { DangerDialog } from "../ui/sections/danger-dialog.tsx";
import { Facts } from "../ui/values/facts.tsx";
import form from "../ui/form.module.css";
import list from "../ui/list.module.css";
import text from "../ui/text.module.css";
import styles from "./transfer-requests.module.css";

interface TransferRequestListProps {
  readonly offers: readonly TransferRequest[];
  readonly error: Error | null;
  readonly isLoading: boolean;
}

/** Pending transfer requests with buttons to accept or decline. */
export function TransferRequestList({
  offers,
  error,
  isLoading,
}: TransferRequestListProps): ReactNode {
  return (
    <>
      <Refusal error={error} />
      {isLoading && <Waiting />}
      {offers.length === 0 && error === null && !isLoading && (
        <p className={styles["none"]}>
          <FormattedMessage id="offers.none" />
        </p>
      )}
      <ul>
        {offers.map((offer) => (
          <TransferRequestRow key={offer.id} offer={offer} />
        ))}
      </ul>
    </>
  );
}

interface OfOffer {
  readonly offer: TransferRequest;
}

function TransferRequestRow({ offer }: OfOffer): ReactNode {
  const { formatMessage } = useIntl();
  const [dialog, setDialog] = useState<"accept" | "decline">();
  const { siteName, workspaceName, expiresAt } = offer;
  const close = (): void => setDialog(undefined);
  return (
    <li className={`${list["row"]} ${styles["offer"]}`}>
      <div>
        <b>{siteName}</b>
        <p className={text["soft"]}>
          <FormattedMessage
            id="offers.to"
            values={{
              workspace: workspaceName,
              until: <FormattedDate value={expiresAt} dateStyle="medium" />,
            }}
          />
        </p>
      </div>
      <div className={styles["acts"]}>
        <Button
          look="quiet"
          aria-label={formatMessage({ id: "offers.declineOne" }, { name: siteName })}
          onPress={() => setDialog("decline")}
        >
          <FormattedMessage id="offers.declineOpen" />
        </Button>
        <Button
          aria-label={formatMessage({ id: "offers.acceptOne" }, { name: siteName })}
          onPress={() => setDialog("accept")}
        >
          <FormattedMessage id="offers.acceptOpen" />
        </Button>
      </div>
      {dialog === "accept" && <AcceptDialog offer={offer} onClose={close} />}
      {dialog === "decline" && <DeclineDialog offer={offer} onClose={close} />}
    </li>
  );
}

interface TransferDialogProps extends OfOffer {
  readonly onClose: () => void;
}

function AcceptDialog({ offer, onClose }: TransferDialogProps): ReactNode {
  const hasBilling = useBilling();
  const navigate = useNavigate();
  const accept = useAcceptTransfer();
  return (
    <Dialog
      title={
        <FormattedMessage
          id="offers.acceptTitle"
          values={{ name: offer.siteName, workspace: offer.workspaceName }}
        />
      }
      isOpen
      onClose={onClose}
    >
      <div className={form["form"]}>
        <Refusal error={accept.error} />
        <Facts>
          <li>
            <FormattedMessage id="offers.comes" />
          </li>
          {hasBilling && (
            <li>
              <FormattedMessage id="offers.counts" />
            </li>
          )}
          <li>
            <FormattedMessage id="offers.toDo" />
          </li>
        </Facts>
        <DialogFoot>
          <Button onPress={onClose}>
            <FormattedMessage id="danger.cancel" />
          </Button>
          <Button
            look="primary"
            isWorking={accept.isPending}
            onPress={() =>
              !accept.isPending &&
              accept.mutate(offer, { onSuccess: ({ id }) => void navigate(`/sites/${id}`) })
            }
          >
            <FormattedMessage id="offers.acceptAct" />
          </Button>
        </DialogFoot>
      </div>
    </Dialog>
  );
}

function DeclineDialog({ offer, onClose }: TransferDialogProps): ReactNode {
  const decline = useDeclineTransfer();
  return (
    <DangerDialog
      title={<FormattedMessage id="offers.declineTitle" values={{ name: offer.siteName }} />}
      goes={[<FormattedMessage key="offer" id="offers.declineGoes" />]}
      stays={[<FormattedMessage key="site" id="offers.declineStays" />]}
      submit="offers.declineAct"
      act={decline}
      onSubmit={() => decline.mutate(offer, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
