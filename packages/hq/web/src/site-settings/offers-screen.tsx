import { type ReactNode, useState } from "react";
import { FormattedDate, FormattedMessage, useIntl } from "react-intl";
import { useNavigate } from "react-router";
import { type Offer, useAcceptOffer, useOffers } from "../api/settings/offers.ts";
import { useTitle } from "../shell/use-title.ts";
import { Button } from "../ui/button.tsx";
import { DialogFoot } from "../ui/dialog-foot.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Refusal } from "../ui/notes/refusal.tsx";
import { Waiting } from "../ui/notes/waiting.tsx";
import { PlainScreen } from "../ui/plain-screen.tsx";
import { Facts } from "../ui/values/facts.tsx";
import styles from "./offers.module.css";

/** `/transfers`: sites that others offer to workspaces of the person, to be accepted. */
export function Component(): ReactNode {
  const { formatMessage } = useIntl();
  const { data: offers = [], error, isLoading } = useOffers();
  useTitle(formatMessage({ id: "offers.title" }));
  return (
    <PlainScreen title="offers.title" back="offers.back">
      <Refusal error={error} />
      {isLoading && <Waiting />}
      {offers.length === 0 && error === null && !isLoading && (
        <p className={styles["none"]}>
          <FormattedMessage id="offers.none" />
        </p>
      )}
      <ul>
        {offers.map((offer) => (
          <OfferRow key={offer.id} offer={offer} />
        ))}
      </ul>
    </PlainScreen>
  );
}

function OfferRow({ offer }: { readonly offer: Offer }): ReactNode {
  const { formatMessage } = useIntl();
  const navigate = useNavigate();
  const [isAsked, setIsAsked] = useState(false);
  const accept = useAcceptOffer();
  const { siteName, workspaceName, expiresAt } = offer;
  return (
    <li className={styles["offer"]}>
      <div>
        <b>{siteName}</b>
        <p>
          <FormattedMessage
            id="offers.to"
            values={{
              workspace: workspaceName,
              until: <FormattedDate value={expiresAt} dateStyle="medium" />,
            }}
          />
        </p>
      </div>
      <Button
        aria-label={formatMessage({ id: "offers.acceptOne" }, { name: siteName })}
        onPress={() => setIsAsked(true)}
      >
        <FormattedMessage id="offers.acceptOpen" />
      </Button>
      {isAsked && (
        <Dialog
          title={
            <FormattedMessage
              id="offers.acceptTitle"
              values={{ name: siteName, workspace: workspaceName }}
            />
          }
          isOpen
          onClose={() => setIsAsked(false)}
        >
          <div className={styles["about"]}>
            <Refusal error={accept.error} />
            <Facts>
              <li>
                <FormattedMessage id="offers.comes" />
              </li>
              <li>
                <FormattedMessage id="offers.counts" />
              </li>
              <li>
                <FormattedMessage id="offers.toDo" />
              </li>
            </Facts>
            <DialogFoot>
              <Button onPress={() => setIsAsked(false)}>
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
      )}
    </li>
  );
}
