import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Navigate, useNavigate, useSearchParams } from "react-router";
import { useSession } from "../api/session.ts";
import { useWorkspaces, type WorkspaceSites } from "../api/sites.ts";
import { useWorkspace, useWorkspaceSlug, type Workspace } from "../api/workspaces.ts";
import { IdentityFrame } from "../identity/identity-frame.tsx";
import { TransferRequestsLink } from "../shell/frame/transfer-requests-link.tsx";
import { useTitle } from "../shell/use-title.ts";
import { ButtonLink } from "../ui/button-link.tsx";
import { ChoiceField } from "../ui/fields/choice-field.tsx";
import { Loading } from "../ui/notes/loading.tsx";
import { CmsState } from "../workspace/cms-state.tsx";
import { AdoptionProgress } from "./adoption-progress.tsx";
import { SiteForm } from "./site-form.tsx";

/** `/workspaces/{ws}/new-site`: creates a site, or requests the CMS if it isn't on yet. */
export function CreateSiteScreen(): ReactNode {
  const { formatMessage } = useIntl();
  const { data: workspace, error } = useWorkspace();
  const { data: session } = useSession();
  const [address] = useSearchParams();
  useTitle(formatMessage({ id: "makeSite.title" }));
  if (workspace === undefined) return <Loading error={error} />;
  const job = address.get("job");
  if (job !== null) return <AdoptionProgress ws={workspace.slug} id={job} />;
  if (!workspace.cms && session?.user.instanceAdmin !== true)
    return <NoSite workspace={workspace} />;
  return (
    <IdentityFrame
      title={<FormattedMessage id="makeSite.title" />}
      lead={<FormattedMessage id="makeSite.lead" />}
    >
      <TransferRequestsLink />
      <Place />
      <SiteForm key={workspace.id} workspace={workspace} />
    </IdentityFrame>
  );
}

/** The target workspace; hidden if there is only one. */
function Place(): ReactNode {
  const { formatMessage } = useIntl();
  const navigate = useNavigate();
  const ws = useWorkspaceSlug();
  const { data: workspaces = [] } = useWorkspaces();
  if (workspaces.length < 2) return null;
  return (
    <ChoiceField
      label={formatMessage({ id: "makeSite.place" })}
      value={ws}
      onChange={(slug) => void navigate(`/workspaces/${slug}/new-site`, { replace: true })}
      options={workspaces.map(({ workspace: { slug, name } }) => ({ id: slug, label: name }))}
    />
  );
}

/** Explains how the workspace can get a site, or offers another workspace. */
function NoSite({ workspace }: { readonly workspace: Workspace }): ReactNode {
  return (
    <IdentityFrame
      title={<FormattedMessage id="noSite.title" />}
      lead={<FormattedMessage id="noSite.text" values={{ workspace: workspace.name }} />}
    >
      <TransferRequestsLink />
      <Place />
      <CmsState />
      <div>
        <ButtonLink look="quiet" href="/new-workspace">
          <FormattedMessage id="noSite.makeWorkspace" />
        </ButtonLink>
      </div>
    </IdentityFrame>
  );
}

/** `/new-site`: opens the workspace in which the user can create a site, or the form for a new workspace. */
export function ChooseWorkspaceScreen(): ReactNode {
  const { data: session } = useSession();
  const { data: workspaces, error } = useWorkspaces();
  if (workspaces === undefined) return <Loading error={error} />;
  const place = workspaceForNewSite(workspaces, session?.user.instanceAdmin === true);
  const to =
    place === undefined ? "/new-workspace" : `/workspaces/${place.workspace.slug}/new-site`;
  return <Navigate to={to} replace />;
}

/** Returns the workspace where the user can create a site. Instance admins turn the CMS on if necessary. */
function workspaceForNewSite(
  workspaces: readonly WorkspaceSites[],
  isInstanceAdmin: boolean,
): WorkspaceSites | undefined {
  const ready = workspaces.find(({ workspace }) => workspace.cms || isInstanceAdmin);
  return ready ?? workspaces[0];
}
