import type { ReactNode } from "react";
import { FormattedList, FormattedMessage } from "react-intl";
import { useAccess } from "../api/settings/access.ts";
import { Message } from "../ui/notes/message.tsx";

/** In place of what only admins of a site see: whom to ask. */
export function ForAdmins(): ReactNode {
  const { data: people = [] } = useAccess();
  const admins = people.filter(({ role }) => role === "admin");
  return (
    <Message title={<FormattedMessage id="forAdmins.title" />}>
      <p>
        <FormattedMessage
          id="forAdmins.text"
          values={{
            names: <FormattedList type="disjunction" value={admins.map(({ name }) => name)} />,
          }}
        />
      </p>
    </Message>
  );
}
