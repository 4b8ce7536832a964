import { type ReactNode, useState } from "react";
import { FormattedMessage } from "react-intl";
import { useConnection } from "../../api/connection.ts";
import { Button } from "../../ui/button.tsx";
import { unmetConditions } from "../merge-rules.ts";
import { MergeDialog } from "./merge-dialog.tsx";
import type { ChangeParts } from "./parts.ts";

/** Merges the change request. Unmet conditions are listed in the side panel. */
export function MergeButton(props: ChangeParts): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  const isAway = useConnection().awaySince !== undefined;
  const isWaiting = unmetConditions(props.detail, props.onlooker).length > 0;
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
      {isOpen && <MergeDialog {...props} onClose={() => setIsOpen(false)} />}
    </>
  );
}
