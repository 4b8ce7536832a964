import { type ReactNode, useState } from "react";
import { FormattedDate, FormattedMessage, useIntl } from "react-intl";
import { type InstanceUser, useChangeUser } from "../api/workspace/instance.ts";
import { Button } from "../ui/button.tsx";
import { Refusal } from "../ui/notes/refusal.tsx";
import { DangerDialog } from "../ui/sections/danger-dialog.tsx";
import { Row } from "../ui/sections/row.tsx";
import { Tag } from "../ui/tag.tsx";

/** A user: whether they are an instance admin, and whether they are disabled. */
export function UserRow({ user }: { readonly user: InstanceUser }): ReactNode {
  const { formatMessage } = useIntl();
  const [isAsked, setIsAsked] = useState(false);
  const change = useChangeUser();
  const { id, name, email, instanceAdmin, createdAt, disabledAt } = user;
  const isOut = disabledAt !== undefined;
  const put = (what: { disabled: boolean } | { instanceAdmin: boolean }): void => {
    if (!change.isPending) change.mutate({ id, change: what });
  };
  return (
    <Row
      title={
        <>
          {name}{" "}
          {instanceAdmin && (
            <Tag>
              <FormattedMessage id="users.admin" />
            </Tag>
          )}
          {isOut && (
            <Tag>
              <FormattedMessage id="users.out" />
            </Tag>
          )}
        </>
      }
      lines={[
        email,
        <FormattedMessage
          key="since"
          id="users.since"
          values={{ since: <FormattedDate value={createdAt} dateStyle="medium" /> }}
        />,
        change.error !== null && !isAsked && <Refusal key="error" error={change.error} />,
      ]}
    >
      {!isOut && (
        <Button
          look="quiet"
          aria-label={formatMessage(
            { id: instanceAdmin ? "users.unmakeAdminOne" : "users.makeAdminOne" },
            { name },
          )}
          isWorking={change.isPending}
          onPress={() => put({ instanceAdmin: !instanceAdmin })}
        >
          <FormattedMessage id={instanceAdmin ? "users.unmakeAdmin" : "users.makeAdmin"} />
        </Button>
      )}
      <Button
        look="quiet"
        aria-label={formatMessage({ id: isOut ? "users.letInOne" : "users.shutOutOne" }, { name })}
        onPress={() => (isOut ? put({ disabled: false }) : setIsAsked(true))}
      >
        <FormattedMessage id={isOut ? "users.letIn" : "users.shutOut"} />
      </Button>
      {isAsked && (
        <DangerDialog
          title={<FormattedMessage id="users.outTitle" values={{ name }} />}
          goes={[
            <FormattedMessage key="sessions" id="users.outSessions" />,
            <FormattedMessage key="tokens" id="users.outTokens" />,
          ]}
          stays={[<FormattedMessage key="work" id="users.outWork" />]}
          submit="users.outAct"
          act={change}
          onSubmit={() =>
            change.mutate(
              { id, change: { disabled: true } },
              { onSuccess: () => setIsAsked(false) },
            )
          }
          onClose={() => setIsAsked(false)}
        />
      )}
    </Row>
  );
}
