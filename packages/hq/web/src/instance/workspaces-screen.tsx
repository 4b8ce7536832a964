import { type ReactNode, useState } from "react";
import { FormattedDate, FormattedList, FormattedMessage, useIntl } from "react-intl";
import { useBilling } from "../api/session.ts";
import {
  type InstanceWorkspace,
  PLANS,
  useDeclineRequest,
  useInstanceWorkspaces,
  useSetPlan,
  useSwitchCms,
} from "../api/workspace/instance.ts";
import { useTitle } from "../shell/use-title.ts";
import { Button } from "../ui/button.tsx";
import { AreaField } from "../ui/fields/area-field.tsx";
import { SelectField } from "../ui/fields/select-field.tsx";
import { Switch } from "../ui/fields/switch.tsx";
import { Refusal } from "../ui/notes/refusal.tsx";
import { Waiting } from "../ui/notes/waiting.tsx";
import { ScreenHead } from "../ui/screen-head.tsx";
import { DangerDialog } from "../ui/sections/danger-dialog.tsx";
import { Section } from "../ui/sections/section.tsx";
import { Sections } from "../ui/sections/sections.tsx";
import { FileSize } from "../ui/values/file-size.tsx";
import list from "../ui/list.module.css";
import text from "../ui/text.module.css";
import styles from "./instance.module.css";

/** `/instance/workspaces`: pending requests, then all workspaces. */
export function WorkspacesScreen(): ReactNode {
  const hasBilling = useBilling();
  const { formatMessage } = useIntl();
  const { data: workspaces, error } = useInstanceWorkspaces();
  const title = formatMessage({ id: "nav.workspaces" });
  useTitle(title);
  const asking = workspaces?.filter(isAsking) ?? [];
  return (
    <>
      <ScreenHead title={title}>
        {workspaces !== undefined && (
          <FormattedMessage id="workspaces.count" values={{ count: workspaces.length }} />
        )}
      </ScreenHead>
      <Refusal error={error} />
      {workspaces === undefined && error === null && <Waiting />}
      <Sections>
        {asking.length > 0 && (
          <Section title="workspaces.asking" text="workspaces.askingText">
            <ul>
              {asking.map((workspace) => (
                <RequestAnswer key={workspace.id} workspace={workspace} />
              ))}
            </ul>
          </Section>
        )}
        {workspaces !== undefined && (
          <Section
            title="workspaces.all"
            text={hasBilling ? "workspaces.text" : "workspaces.textNoPlans"}
          >
            <ul>
              {workspaces.map((workspace) => (
                <WorkspaceRow key={workspace.id} workspace={workspace} />
              ))}
            </ul>
          </Section>
        )}
      </Sections>
    </>
  );
}

function isAsking({ cms, request }: InstanceWorkspace): boolean {
  return !cms && request !== undefined && request.declinedAt === undefined;
}

/** A workspace as shown to instance admins: owners, contents, plan, and CMS state. */
function WorkspaceRow({ workspace }: { readonly workspace: InstanceWorkspace }): ReactNode {
  const { formatMessage } = useIntl();
  const plan = useSetPlan();
  const hasBilling = useBilling();
  const cms = useSwitchCms();
  const { id, name, slug, owners, members, sites, mediaBytes } = workspace;
  return (
    <li className={`${list["row"]} ${styles["workspace"]}`}>
      <div>
        <b>{name}</b>
        <small>
          <code>{slug}</code> ·{" "}
          {owners.length === 0 ? (
            <FormattedMessage id="workspaces.noOwner" />
          ) : (
            <FormattedList type="conjunction" value={owners.map((one) => one.name)} />
          )}{" "}
          · <FormattedMessage id="workspaces.members" values={{ count: members }} />
        </small>
        <small>
          <FormattedMessage
            id={sites.limit === null ? "workspaces.sitesNoLimit" : "workspaces.sites"}
            values={{ used: sites.used, limit: sites.limit ?? 0 }}
          />{" "}
          ·{" "}
          {mediaBytes.limit === null ? (
            <FileSize bytes={mediaBytes.used} />
          ) : (
            <FormattedMessage
              id="workspaces.media"
              values={{
                used: <FileSize bytes={mediaBytes.used} />,
                limit: <FileSize bytes={mediaBytes.limit} />,
              }}
            />
          )}
          {hasBilling && (
            <>
              {" "}
              ·{" "}
              <FormattedMessage
                id={workspace.hasPaymentMethod ? "workspaces.pays" : "workspaces.paysNot"}
              />
            </>
          )}
        </small>
        <Refusal error={plan.error ?? cms.error} />
      </div>
      {hasBilling && <PlanChoice workspace={workspace} change={plan} />}
      <Switch
        aria-label={formatMessage({ id: "workspaces.cmsOf" }, { name })}
        isSelected={cms.isPending ? cms.variables.cms : workspace.cms}
        onChange={(on) => !cms.isPending && cms.mutate({ ws: id, cms: on })}
      >
        <FormattedMessage id="workspaces.cms" />
      </Switch>
    </li>
  );
}

interface PlanChoiceProps {
  readonly workspace: InstanceWorkspace;
  readonly change: ReturnType<typeof useSetPlan>;
}

function PlanChoice({ workspace: { id, name, plan }, change }: PlanChoiceProps): ReactNode {
  const { formatMessage } = useIntl();
  return (
    <SelectField
      label={formatMessage({ id: "workspaces.planOf" }, { name })}
      isLabelled={false}
      value={change.isPending ? change.variables.plan : plan}
      onChange={(chosen) => {
        const chosenPlan = PLANS.find((one) => one === chosen);
        if (chosenPlan === undefined || chosenPlan === plan || change.isPending) return;
        change.mutate({ ws: id, plan: chosenPlan });
      }}
      options={PLANS.map((one) => [
        one,
        formatMessage({ id: `planName.${one}` }),
        formatMessage({ id: `planAbout.${one}` }),
      ])}
    />
  );
}

interface OfWorkspace {
  readonly workspace: InstanceWorkspace;
}

/** A workspace's request for the CMS, with buttons to grant or decline it. */
function RequestAnswer({ workspace }: OfWorkspace): ReactNode {
  const { formatMessage } = useIntl();
  const [isAsked, setIsAsked] = useState(false);
  const approve = useSwitchCms();
  const { id, name, request } = workspace;
  if (request === undefined) return null;
  return (
    <li className={`${list["row"]} ${styles["request"]}`}>
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
        {request.note !== "" && <blockquote className={text["quote"]}>{request.note}</blockquote>}
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
