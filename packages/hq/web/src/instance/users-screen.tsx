import { type ReactNode, useState } from "react";
import { useForm } from "react-hook-form";
import { FormattedMessage, useIntl } from "react-intl";
import { type InstanceUser, useInviteToInstance, useUsers } from "../api/workspace/instance.ts";
import { useTitle } from "../shell/use-title.ts";
import { EmailField } from "../ui/fields/email-field.tsx";
import { SearchBox } from "../ui/fields/search-box.tsx";
import { Note } from "../ui/notes/note.tsx";
import { Refusal } from "../ui/notes/refusal.tsx";
import { Waiting } from "../ui/notes/waiting.tsx";
import { ScreenHead } from "../ui/screen-head.tsx";
import { ActForm } from "../ui/sections/act-form.tsx";
import { OneTimeSecret } from "../ui/sections/one-time-secret.tsx";
import { Rows } from "../ui/sections/row.tsx";
import { Section } from "../ui/sections/section.tsx";
import { Sections } from "../ui/sections/sections.tsx";
import { UserRow } from "./user-row.tsx";

/** `/instance/users`: all users. */
export function Component(): ReactNode {
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
