import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { Link } from "react-router";
import { useSite } from "../api/sites.ts";
import { Message } from "../ui/notes/message.tsx";

/** In place of what integration mode hides; it changes no permission, so whoever may is led to the switch. */
export function HiddenHere(): ReactNode {
  const { data: site } = useSite();
  return (
    <Message title={<FormattedMessage id="delivery.hiddenTitle" />}>
      <p>
        <FormattedMessage id="delivery.hidden" />
      </p>
      {site?.role === "admin" && (
        <Link to={`/sites/${site.id}/settings`}>
          <FormattedMessage id="delivery.toSettings" />
        </Link>
      )}
    </Message>
  );
}
