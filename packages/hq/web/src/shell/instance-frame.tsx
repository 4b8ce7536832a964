import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { Outlet } from "react-router";
import { useSession } from "../api/people/session.ts";
import { Message } from "../ui/notes/message.tsx";
import { CommandsProvider } from "./commands/commands.tsx";
import { useInstanceCommands } from "./commands/instance-commands.ts";
import { Frame } from "./frame.tsx";
import { PageNav } from "./page-nav.tsx";
import { INSTANCE, INSTANCE_PAGES } from "./pages.ts";
import { Side } from "./side.tsx";
import { useMedia } from "./use-media.ts";

/** What surrounds every screen of the instance, which are for its admins alone. */
export function InstanceFrame(): ReactNode {
  const { data: session } = useSession();
  const isRail = useMedia("(min-width: 768px) and (max-width: 1023px)");
  const commands = useInstanceCommands();
  const isAdmin = session?.user.instanceAdmin === true;
  return (
    <CommandsProvider commands={commands}>
      <Frame navigation={<Navigation isAdmin={isAdmin} />} isRail={isRail}>
        {isAdmin ? <Outlet /> : <ForInstanceAdmins />}
      </Frame>
    </CommandsProvider>
  );
}

function Navigation({ isAdmin }: { readonly isAdmin: boolean }): ReactNode {
  return (
    <Side>
      <PageNav
        label="nav.instance"
        home={INSTANCE}
        groups={[{ heading: "nav.instance", pages: isAdmin ? INSTANCE_PAGES : [] }]}
      />
    </Side>
  );
}

function ForInstanceAdmins(): ReactNode {
  return (
    <Message title={<FormattedMessage id="forInstanceAdmins.title" />}>
      <p>
        <FormattedMessage id="forInstanceAdmins.text" />
      </p>
    </Message>
  );
}
