import { type ReactNode, useState } from "react";
import { FormattedDate, FormattedMessage, useIntl } from "react-intl";
import {
  type InstanceWorkspace,
  useDeclineRequest,
  useSwitchCms,
} from "../api/workspace/instance.ts";
import { Button } from "../ui/button.tsx";
import { AreaField } from "../ui/fields/area-field.tsx";
import { Refusal } from "../ui/notes/refusal.tsx";
import { DangerDialog } from "../ui/sections/danger-dialog.tsx";
import styles from "./instance.module.css";

interface OfWorkspace {
  readonly workspace: InstanceWorkspace;
}

/** A workspace's request for the CMS, with buttons to grant or decline it. */
export function RequestAnswer({ workspace }: OfWorkspace): ReactNode {
  const { formatMessage } = useIntl();
  const [isAsked, setIsAsked] = useState(false);
  const approve = useSwitchCms();
  const { id, name, request } = workspace;
  if (request === undefined) return null;
  return (
    <li className={styles["request"]}>
      <div>
        <b>{name}</b>
        <small>
          <FormattedMessage
            id="workspaces.askedBy"
            values={{
              name: request.requestedBy?.name ?? "?",
              email: request.requestedBy?.email ?? "?",
              at: <FormattedDate value={request.requestedAt} dateStyle="medium" />,
            }}
          />
        </small>
        {request.note !== "" && <blockquote>{request.note}</blockquote>}
        <Refusal error={approve.error} />
      </div>
      <div className={styles["acts"]}>
        <Button
          look="quiet"
          aria-label={formatMessage({ id: "workspaces.declineOne" }, { name })}
          onPress={() => setIsAsked(true)}
        >
          <FormattedMessage id="workspaces.decline" />
        </Button>
        <Button
          aria-label={formatMessage({ id: "workspaces.approveOne" }, { name })}
          isWorking={approve.isPending}
          onPress={() => !approve.isPending && approve.mutate({ ws: id, cms: true })}
        >
          <FormattedMessage id="workspaces.approve" />
        </Button>
      </div>
      {isAsked && <DeclineDialog workspace={workspace} onClose={() => setIsAsked(false)} />}
    </li>
  );
}

interface DeclineDialogProps extends OfWorkspace {
  readonly onClose: () => void;
}

function DeclineDialog({ workspace: { id, name }, onClose }: DeclineDialogProps): ReactNode {
  const { formatMessage } = useIntl();
  const [answer, setAnswer] = useState("");
  const decline = useDeclineRequest();
  return (
    <DangerDialog
      title={<FormattedMessage id="workspaces.declineTitle" values={{ name }} />}
      goes={[<FormattedMessage key="goes" id="workspaces.declineGoes" />]}
      stays={[<FormattedMessage key="stays" id="workspaces.declineStays" />]}
      submit="workspaces.declineAct"
      act={decline}
      onSubmit={() => decline.mutate({ ws: id, answer: answer.trim() }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <AreaField
        label={formatMessage({ id: "workspaces.why" })}
        help={formatMessage({ id: "workspaces.whyHelp" })}
        maxLength={1000}
        value={answer}
        onChange={setAnswer}
      />
    </DangerDialog>
  );
}
