import type { ReactNode } from "react";
import { FormattedList, FormattedMessage, useIntl } from "react-intl";
import { useBilling } from "../api/people/session.ts";
import {
  type InstanceWorkspace,
  PLANS,
  useSetPlan,
  useSwitchCms,
} from "../api/workspace/instance.ts";
import { SelectField } from "../ui/fields/select-field.tsx";
import { Switch } from "../ui/fields/switch.tsx";
import { Refusal } from "../ui/notes/refusal.tsx";
import { FileSize } from "../ui/values/file-size.tsx";
import styles from "./instance.module.css";

/** A workspace as shown to instance admins: owners, contents, plan, and CMS state. */
export function WorkspaceRow({ workspace }: { readonly workspace: InstanceWorkspace }): ReactNode {
  const { formatMessage } = useIntl();
  const plan = useSetPlan();
  const hasBilling = useBilling();
  const cms = useSwitchCms();
  const { id, name, slug, owners, members, sites, mediaBytes } = workspace;
  return (
    <li className={styles["workspace"]}>
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
