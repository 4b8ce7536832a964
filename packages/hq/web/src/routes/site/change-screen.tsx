import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { useParams } from "react-router";
import { useChange } from "../../api/changes/change.ts";
import { useSession } from "../../api/people/session.ts";
import { useSite } from "../../api/sites.ts";
import { ChangeScreen } from "../../review/request/change-screen.tsx";
import { Message } from "../../ui/notes/message.tsx";
import { Waiting } from "../../ui/notes/waiting.tsx";

export function Component(): ReactNode {
  const { change } = useParams();
  const number = Number(change);
  return <OfChange key={number} number={number} />;
}

function OfChange({ number }: { readonly number: number }): ReactNode {
  const { data: site } = useSite();
  const { data: session } = useSession();
  const { data, error } = useChange(number);
  if (data === undefined && error !== null) {
    return <Message title={<FormattedMessage id="review.noneTitle" />}>{error.message}</Message>;
  }
  if (data === undefined || site === undefined || !session) return <Waiting />;
  return <ChangeScreen detail={data} site={site} me={session.user.id} error={error} />;
}
