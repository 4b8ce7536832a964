import type { ReactNode } from "react";
import { FormattedList, FormattedMessage } from "react-intl";
import { useAccess } from "../../api/settings/access.ts";
import { Message } from "../../ui/notes/message.tsx";

interface ForAdminsProps {
  /** Whom the screen is for. @default admins of the site */
  readonly whom?: "forAdmins" | "forBuilders";
}

/** In place of what somebody's role does not show them: whom to ask. */
export function ForAdmins({ whom = "forAdmins" }: ForAdminsProps): ReactNode {
  const { data: people = [] } = useAccess();
  const admins = people.filter(({ role }) => role === "admin");
  return (
    <Message title={<FormattedMessage id={`${whom}.title`} />}>
      <p>
        <FormattedMessage
          id={`${whom}.text`}
          values={{
            names: <FormattedList type="disjunction" value={admins.map(({ name }) => name)} />,
          }}
        />
      </p>
    </Message>
  );
}
