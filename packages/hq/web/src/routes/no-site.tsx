import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { OffersLink } from "../shell/offers-link.tsx";
import { Message } from "../ui/notes/message.tsx";

/** For somebody who sees no site and may make none. */
export function NoSite(): ReactNode {
  return (
    <main>
      <Message title={<FormattedMessage id="noSite.title" />}>
        <FormattedMessage id="noSite.text" />
        <OffersLink />
      </Message>
    </main>
  );
}
