import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useBilling } from "../api/people/session.ts";
import { type InstanceWorkspace, useInstanceWorkspaces } from "../api/workspace/instance.ts";
import { useTitle } from "../shell/use-title.ts";
import { Refusal } from "../ui/notes/refusal.tsx";
import { Waiting } from "../ui/notes/waiting.tsx";
import { ScreenHead } from "../ui/screen-head.tsx";
import { Section } from "../ui/sections/section.tsx";
import { Sections } from "../ui/sections/sections.tsx";
import { RequestAnswer } from "./request-answer.tsx";
import { WorkspaceRow } from "./workspace-row.tsx";

/** `/instance/workspaces`: pending requests, then all workspaces. */
export function Component(): ReactNode {
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
