import { type ReactNode, useState } from "react";
import { FormattedDate, FormattedMessage, useIntl } from "react-intl";
import { useSession } from "../api/session.ts";
import {
  type CmsRequest,
  useCmsRequest,
  useRequestCms,
  useTurnCmsOn,
  useWithdrawRequest,
} from "../api/workspace/cms-request.ts";
import { canManage, useWorkspace } from "../api/workspaces.ts";
import { Button } from "../ui/button.tsx";
import { AreaField } from "../ui/fields/area-field.tsx";
import { Note } from "../ui/notes/note.tsx";
import { Refusal } from "../ui/notes/refusal.tsx";
import { ActForm } from "../ui/sections/act-form.tsx";
import { StateShape } from "../ui/values/state-mark.tsx";
import { Managers } from "./managers-only.tsx";
import text from "../ui/text.module.css";
import styles from "./workspace.module.css";

/** Whether the workspace has the CMS, and if not, how to get it, depending on the user's role. */
export function CmsState(): ReactNode {
  const { data: workspace } = useWorkspace();
  const { data: session } = useSession();
  if (workspace === undefined) return null;
  return (
    <>
      <p className={styles["state"]}>
        <StateShape state={workspace.cms ? "published" : "unpublished"} />
        <FormattedMessage id={workspace.cms ? "cms.on" : "cms.off"} />
      </p>
      {!workspace.cms && session?.user.instanceAdmin === true && <TurnOn />}
      {!workspace.cms && session?.user.instanceAdmin !== true && (
        <Asking mayAsk={canManage(workspace)} />
      )}
    </>
  );
}

/** For instance admins, who need no approval. */
function TurnOn(): ReactNode {
  const turnOn = useTurnCmsOn();
  return (
    <>
      <Refusal error={turnOn.error} />
      <div>
        <Button isWorking={turnOn.isPending} onPress={() => !turnOn.isPending && turnOn.mutate()}>
          <FormattedMessage id="cms.turnOn" />
        </Button>
      </div>
    </>
  );
}

function Asking({ mayAsk }: { readonly mayAsk: boolean }): ReactNode {
  const { data: request, error } = useCmsRequest();
  if (request === undefined) return <Refusal error={error} />;
  if (request !== null && request.declinedAt === undefined) {
    return <Waiting request={request} mayWithdraw={mayAsk} />;
  }
  return (
    <>
      {request !== null && <Declined request={request} />}
      {mayAsk ? (
        <RequestForm />
      ) : (
        <p>
          <FormattedMessage id="cms.askManagers" values={{ names: <Managers /> }} />
        </p>
      )}
    </>
  );
}

interface WaitingProps {
  readonly request: CmsRequest;
  readonly mayWithdraw: boolean;
}

function Waiting({ request, mayWithdraw }: WaitingProps): ReactNode {
  const withdraw = useWithdrawRequest();
  const at = <FormattedDate value={request.requestedAt} dateStyle="medium" timeStyle="short" />;
  return (
    <>
      <Refusal error={withdraw.error} />
      <Note tone="ochre">
        <FormattedMessage id="cms.asked" values={{ name: request.requestedBy?.name ?? "?", at }} />
      </Note>
      {request.note !== "" && (
        <blockquote className={`${text["quote"]} ${styles["note"]}`}>{request.note}</blockquote>
      )}
      {mayWithdraw && (
        <div>
          <Button
            look="quiet"
            isWorking={withdraw.isPending}
            onPress={() => !withdraw.isPending && withdraw.mutate()}
          >
            <FormattedMessage id="cms.withdraw" />
          </Button>
        </div>
      )}
    </>
  );
}

function Declined({ request }: { readonly request: CmsRequest }): ReactNode {
  return (
    <Note tone="ochre">
      <FormattedMessage id="cms.declined" />
      {request.answer !== undefined && request.answer !== "" && (
        <blockquote className={`${text["quote"]} ${styles["note"]}`}>{request.answer}</blockquote>
      )}
    </Note>
  );
}

function RequestForm(): ReactNode {
  const { formatMessage } = useIntl();
  const [note, setNote] = useState("");
  const ask = useRequestCms();
  return (
    <ActForm act={ask} submit="cms.ask" onSubmit={() => ask.mutate(note.trim())}>
      <AreaField
        label={formatMessage({ id: "cms.note" })}
        help={formatMessage({ id: "cms.noteHelp" })}
        maxLength={1000}
        value={note}
        onChange={setNote}
      />
    </ActForm>
  );
}
