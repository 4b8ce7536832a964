import { type ReactNode, useState } from "react";
import { useForm } from "react-hook-form";
import { FormattedDate, FormattedMessage, useIntl } from "react-intl";
import {
  type InstanceUser,
  useChangeUser,
  useInviteToInstance,
  useUsers,
} from "../api/workspace/instance.ts";
import { useTitle } from "../shell/use-title.ts";
import { Button } from "../ui/button.tsx";
import { EmailField } from "../ui/fields/email-field.tsx";
import { SearchBox } from "../ui/fields/search-box.tsx";
import { Note } from "../ui/notes/note.tsx";
import { Refusal } from "../ui/notes/refusal.tsx";
import { Waiting } from "../ui/notes/waiting.tsx";
import { ScreenHead } from "../ui/screen-head.tsx";
import { ActForm } from "../ui/sections/act-form.tsx";
import { DangerDialog } from "../ui/sections/danger-dialog.tsx";
import { OneTimeSecret } from "../ui/sections/one-time-secret.tsx";
import { Row, Rows } from "../ui/sections/row.tsx";
import { Section } from "../ui/sections/section.tsx";
import { Sections } from "../ui/sections/sections.tsx";
import { Tag } from "../ui/tag.tsx";

/** `/instance/users`: all users. */
export function UsersScreen(): ReactNode {
  const { formatMessage } = useIntl();
  const { data: users, error } = useUsers();
  const [search, setSearch] = useState("");
  const title = formatMessage({ id: "nav.users" });
  useTitle(title);
  const shown = users?.filter((user) => matches(user, search.trim().toLowerCase()));
  return (
    <>
      <ScreenHead title={title}>
        {users !== undefined && (
          <FormattedMessage id="users.count" values={{ count: users.length }} />
        )}
      </ScreenHead>
      <Sections>
        <Section title="users.accounts" text="users.text">
          <SearchBox
            label={formatMessage({ id: "users.search" })}
            value={search}
            onChange={setSearch}
          />
          <Refusal error={error} />
          {users === undefined && error === null && <Waiting />}
          <Rows>
            {shown?.map((user) => (
              <UserRow key={user.id} user={user} />
            ))}
          </Rows>
          {shown?.length === 0 && (
            <p>
              <FormattedMessage id="users.none" />
            </p>
          )}
        </Section>
        <Section title="users.invite" text="users.inviteText">
          <InviteForm />
        </Section>
      </Sections>
    </>
  );
}

function matches({ name, email }: InstanceUser, search: string): boolean {
  return name.toLowerCase().includes(search) || email.includes(search);
}

function InviteForm(): ReactNode {
  const { formatMessage } = useIntl();
  const { control, handleSubmit, reset } = useForm({ defaultValues: { email: "" } });
  const [invited, setInvited] = useState<{ email: string; link: string | undefined }>();
  const invite = useInviteToInstance();
  const send = (email: string): void => {
    const onLink = (link: string | undefined): void => setInvited({ email, link });
    invite.mutate({ email, onLink }, { onSuccess: () => reset() });
  };
  return (
    <>
      <ActForm
        act={invite}
        submit="users.inviteAct"
        onSubmit={() => void handleSubmit(({ email }) => send(email.trim()))()}
      >
        <EmailField control={control} label={formatMessage({ id: "users.email" })} />
      </ActForm>
      {invited !== undefined && invited.link === undefined && (
        <Note tone="leaf">
          <FormattedMessage id="users.mailed" values={{ email: invited.email }} />
        </Note>
      )}
      {invited?.link !== undefined && (
        <OneTimeSecret secrets={[invited.link]} onDone={() => setInvited(undefined)}>
          <FormattedMessage id="users.link" values={{ email: invited.email }} />
        </OneTimeSecret>
      )}
    </>
  );
}

/** A user: whether they are an instance admin, and whether they are disabled. */
function UserRow({ user }: { readonly user: InstanceUser }): ReactNode {
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
