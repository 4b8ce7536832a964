import { type ReactNode, useState } from "react";
import { FormattedMessage } from "react-intl";
import { useConnection } from "../../api/connection.ts";
import { Button } from "../../ui/button.tsx";
import { waitsOf } from "../merge-rules.ts";
import { AcceptDialog } from "./merge-dialog.tsx";
import type { ChangeParts } from "./parts.ts";

/** Merges the change request. Unmet conditions are listed in the side panel. */
export function AcceptButton(props: ChangeParts): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  const isAway = useConnection().awaySince !== undefined;
  const isWaiting = waitsOf(props.detail, props.onlooker).length > 0;
  return (
    <>
      <Button
        look="primary"
        isDisabled={isWaiting || isAway}
        aria-describedby="accept-waits"
        onPress={() => setIsOpen(true)}
      >
        <FormattedMessage id="review.accept" />
      </Button>
      {isOpen && <AcceptDialog {...props} onClose={() => setIsOpen(false)} />}
    </>
  );
}
