import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useForm } from "react-hook-form";
import { FormattedMessage, useIntl } from "react-intl";
import { useNavigate } from "react-router";
import { answer, hq } from "../api/client.ts";
import { withProof } from "../api/people/proof.ts";
import { useSession } from "../api/people/session.ts";
import { useWorkspaces, type WorkspaceSites } from "../api/sites.ts";
import { IdentityForm } from "../identity/identity-form.tsx";
import { IdentityFrame } from "../identity/identity-frame.tsx";
import { OffersLink } from "../shell/offers-link.tsx";
import { useTitle } from "../shell/use-title.ts";
import { FormField } from "../ui/fields/form-field.tsx";
import { Refusal } from "../ui/notes/refusal.tsx";
import { Waiting } from "../ui/notes/waiting.tsx";
import { NoSite } from "./no-site.tsx";

/** `/new-site`: makes a site in the workspace of the person, and names that workspace on the first day. */
export function Component(): ReactNode {
  const { formatMessage } = useIntl();
  const { data: session } = useSession();
  const { data: workspaces, error } = useWorkspaces();
  useTitle(formatMessage({ id: "makeSite.title" }));
  if (workspaces === undefined) return error === null ? <Waiting /> : <Refusal error={error} />;
  const place = placeOfSite(workspaces, session?.user.instanceAdmin === true);
  if (place === undefined) return <NoSite />;
  return (
    <IdentityFrame
      title={<FormattedMessage id="makeSite.title" />}
      lead={<FormattedMessage id="makeSite.lead" />}
    >
      <OffersLink />
      <SiteForm place={place} />
    </IdentityFrame>
  );
}

/** Where somebody may make a site; an admin of the instance turns the CMS on where it is not yet. */
export function placeOfSite(
  workspaces: readonly WorkspaceSites[],
  isInstanceAdmin: boolean,
): WorkspaceSites | undefined {
  return (
    workspaces.find(({ workspace }) => workspace.cms) ??
    (isInstanceAdmin ? workspaces[0] : undefined)
  );
}

interface NewNames {
  readonly workspace: string;
  readonly site: string;
}

function SiteForm({ place: { workspace, sites } }: { readonly place: WorkspaceSites }): ReactNode {
  const { formatMessage } = useIntl();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { control, handleSubmit } = useForm<NewNames>({
    defaultValues: { workspace: workspace.name, site: "" },
  });
  const path = { ws: workspace.id };
  const make = useMutation({
    mutationFn: async (names: NewNames) => {
      if (names.workspace !== workspace.name) {
        const body = { name: names.workspace };
        await answer(hq.PATCH("/workspaces/{ws}", { params: { path }, body }));
      }
      if (!workspace.cms) {
        const body = { cms: true };
        await withProof(() =>
          answer(hq.PUT("/workspaces/{ws}/features", { params: { path }, body })),
        );
      }
      const body = { name: names.site };
      return answer(hq.POST("/workspaces/{ws}/sites", { params: { path }, body }));
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ["workspaces"] }),
    onSuccess: ({ id }) => navigate(`/sites/${id}`, { replace: true }),
  });
  const required = formatMessage({ id: "form.required" });
  const mayRename = sites.length === 0 && workspace.role !== "member";
  return (
    <IdentityForm
      submit={<FormattedMessage id="makeSite.submit" />}
      act={{ ...make, mutate: () => void handleSubmit((names) => make.mutate(names))() }}
    >
      {mayRename && (
        <FormField
          big
          control={control}
          name="workspace"
          rules={{ required }}
          maxLength={100}
          label={formatMessage({ id: "makeSite.workspace" })}
          help={formatMessage({ id: "makeSite.workspaceHelp" })}
        />
      )}
      <FormField
        big
        autoFocus
        control={control}
        name="site"
        rules={{ required }}
        maxLength={100}
        label={formatMessage({ id: "makeSite.site" })}
        help={formatMessage({ id: "makeSite.siteHelp" })}
      />
    </IdentityForm>
  );
}
