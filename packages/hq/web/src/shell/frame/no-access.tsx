import type { ReactNode } from "react";
import { FormattedList, FormattedMessage } from "react-intl";
import { useAccess } from "../../api/settings/access.ts";
import { Message } from "../../ui/notes/message.tsx";

interface NoAccessProps {
  /** The required role. @default site admin */
  readonly whom?: "forAdmins" | "forBuilders";
}

/** Explains whom to ask, in place of content that the user's role hides. */
export function NoAccess({ whom = "forAdmins" }: NoAccessProps): ReactNode {
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
