import { lazy, type ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { Link, Outlet } from "react-router";
import { useSession } from "../../api/session.ts";
import { Message } from "../../ui/notes/message.tsx";
import { CommandsProvider, type PlaceCommands } from "../commands/commands.tsx";
import { INSTANCE, INSTANCE_PAGES } from "../pages.ts";
import { useMedia } from "../use-media.ts";
import { Frame } from "./frame.tsx";
import { PageNav } from "./page-nav.tsx";
import { Side } from "./side.tsx";

/** Layout of the instance screens, which require an instance admin. */
export function InstanceFrame(): ReactNode {
  const { data: session } = useSession();
  const isRail = useMedia("(min-width: 768px) and (max-width: 1023px)");
  if (session?.user.instanceAdmin !== true) return <ForInstanceAdmins />;
  return (
    <CommandsProvider commands={INSTANCE_COMMANDS}>
      <Frame navigation={<Navigation />} isRail={isRail}>
        <Outlet />
      </Frame>
    </CommandsProvider>
  );
}

function Navigation(): ReactNode {
  return (
    <Side>
      <PageNav
        label="nav.instance"
        home={INSTANCE}
        groups={[{ heading: "nav.instance", pages: INSTANCE_PAGES }]}
      />
    </Side>
  );
}

function ForInstanceAdmins(): ReactNode {
  return (
    <main>
      <Message title={<FormattedMessage id="forInstanceAdmins.title" />}>
        <p>
          <FormattedMessage id="forInstanceAdmins.text" />
        </p>
        <Link to="/">
          <FormattedMessage id="error.toStart" />
        </Link>
      </Message>
    </main>
  );
}

const loadPalette = () => import("../commands/instance-palette.tsx");
const Palette = lazy(async () => ({ default: (await loadPalette()).InstancePalette }));

/** Shortcuts and palette of the instance screens. */
const INSTANCE_COMMANDS: PlaceCommands = {
  home: INSTANCE,
  pages: INSTANCE_PAGES,
  Palette,
  loadPalette,
  acts: {},
};
