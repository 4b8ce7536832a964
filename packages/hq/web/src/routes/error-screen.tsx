import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { Link, useRouteError } from "react-router";
import { useIsPageOutdated } from "../shell/outdated-page.ts";
import { Button } from "../ui/button.tsx";
import { Message } from "../ui/notes/message.tsx";

/** Shown for unknown URLs and for screens that crashed, with links to continue. */
export function ErrorScreen(): ReactNode {
  // `useRouteError` returns null if nothing was thrown.
  const broke = (useRouteError() ?? undefined) !== undefined;
  const isOld = useIsPageOutdated();
  if (isOld) {
    return (
      <main>
        <Message title={<FormattedMessage id="tray.oldTitle" />}>
          <FormattedMessage id="tray.oldPage" />
          <Button look="primary" onPress={() => location.reload()}>
            <FormattedMessage id="tray.reload" />
          </Button>
        </Message>
      </main>
    );
  }
  return (
    <main>
      <Message title={<FormattedMessage id={broke ? "error.brokeTitle" : "error.lostTitle"} />}>
        <FormattedMessage id={broke ? "error.broke" : "error.lost"} />
        <Link to="/" reloadDocument={broke}>
          <FormattedMessage id="error.toStart" />
        </Link>
      </Message>
    </main>
  );
}
