import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useForm } from "react-hook-form";
import { FormattedMessage, useIntl } from "react-intl";
import { useNavigate } from "react-router";
import { readData, hq } from "../api/client.ts";
import { withProof } from "../api/proof.ts";
import { useWorkspaces } from "../api/sites.ts";
import { useStartAdoption } from "../api/workspace/adopt-repository.ts";
import type { Workspace } from "../api/workspaces.ts";
import { IdentityForm } from "../identity/identity-form.tsx";
import { createStarterTypes } from "../schema/types/make-starter.ts";
import { STARTER_IDS, type StarterId } from "../schema/types/starters.ts";
import { useFirstSteps } from "../shell/preferences/first-steps.ts";
import { FormField } from "../ui/fields/form-field.tsx";
import { SelectField } from "../ui/fields/select-field.tsx";

interface NewNames {
  readonly workspace: string;
  readonly site: string;
  readonly from: string;
  readonly branch: string;
  readonly password: string;
}

/** The initial content of a site. */
type Origin = "empty" | "repository" | StarterId;

const ORIGINS: readonly Origin[] = ["empty", ...STARTER_IDS, "repository"];

/** Creates a site: asks for its name and initial content, and on first use for the workspace's name. */
export function SiteForm({ workspace }: { readonly workspace: Workspace }): ReactNode {
  const { formatMessage } = useIntl();
  const { control, handleSubmit } = useForm<NewNames>({
    defaultValues: { workspace: workspace.name, site: "", from: "", branch: "", password: "" },
  });
  const [origin, setOrigin] = useState<Origin>("empty");
  const { data: workspaces = [] } = useWorkspaces();
  const make = useCreateSite(workspace, origin);
  const required = formatMessage({ id: "form.required" });
  const isFirst = workspaces.every(
    (one) => one.workspace.id !== workspace.id || one.sites.length === 0,
  );
  return (
    <IdentityForm
      submit={<FormattedMessage id="makeSite.submit" />}
      act={{ ...make, mutate: () => void handleSubmit((names) => make.mutate(names))() }}
    >
      {isFirst && workspace.role !== "member" && (
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
      <SelectField
        label={formatMessage({ id: "makeSite.origin" })}
        value={origin}
        onChange={(chosen) => setOrigin(ORIGINS.find((one) => one === chosen) ?? "empty")}
        options={ORIGINS.map((one) => optionOf(one, (id) => formatMessage({ id })))}
      />
      {origin === "repository" && <RepositoryFields control={control} />}
    </IdentityForm>
  );
}

function optionOf(
  origin: Origin,
  word: (id: OriginWord) => string,
): readonly [string, string, string] {
  if (origin === "empty" || origin === "repository") {
    return [origin, word(`makeSite.${origin}`), word(`makeSite.${origin}Text`)];
  }
  return [origin, word(`starter.${origin}`), word(`starter.${origin}Text`)];
}

type Own = `makeSite.${"empty" | "repository"}`;
type Starter = `starter.${StarterId}`;
type OriginWord = Own | `${Own}Text` | Starter | `${Starter}Text`;

function RepositoryFields({
  control,
}: Pick<ReturnType<typeof useForm<NewNames>>, "control">): ReactNode {
  const { formatMessage } = useIntl();
  return (
    <>
      <FormField
        big
        control={control}
        name="from"
        rules={{ required: formatMessage({ id: "form.required" }) }}
        maxLength={2000}
        label={formatMessage({ id: "makeSite.from" })}
        help={formatMessage({ id: "makeSite.fromHelp" })}
        autoComplete="off"
        spellCheck="false"
      />
      <FormField
        big
        control={control}
        name="branch"
        maxLength={100}
        label={formatMessage({ id: "makeSite.branch" })}
        help={formatMessage({ id: "makeSite.branchHelp" })}
        autoComplete="off"
        spellCheck="false"
      />
      <FormField
        big
        control={control}
        name="password"
        type="password"
        maxLength={4096}
        label={formatMessage({ id: "makeSite.token" })}
        help={formatMessage({ id: "makeSite.tokenHelp" })}
        autoComplete="off"
      />
    </>
  );
}

/** Creates the site in steps. A retry skips the steps that succeeded. */
function useCreateSite(workspace: Workspace, origin: Origin) {
  const { formatMessage } = useIntl();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { begin } = useFirstSteps();
  const takeOver = useStartAdoption();
  const path = { ws: workspace.id };
  return useMutation({
    mutationFn: async ({ workspace: called, site, from, branch, password }: NewNames) => {
      if (called !== workspace.name) {
        const body = { name: called };
        await readData(hq.PATCH("/workspaces/{ws}", { params: { path }, body }));
      }
      if (!workspace.cms) {
        const body = { cms: true };
        await withProof(() =>
          readData(hq.PUT("/workspaces/{ws}/features", { params: { path }, body })),
        );
      }
      if (origin === "repository") {
        const { id } = await takeOver.mutateAsync({
          ws: workspace.id,
          name: site.trim(),
          from: from.trim(),
          ...(branch.trim() !== "" && { branch: branch.trim() }),
          ...(password.trim() !== "" && { password: password.trim() }),
        });
        return `/workspaces/${workspace.slug}/new-site?job=${id}`;
      }
      const body = { name: site };
      const made = await readData(hq.POST("/workspaces/{ws}/sites", { params: { path }, body }));
      begin(made.id);
      if (origin !== "empty")
        await createStarterTypes(made.id, origin, (id) => formatMessage({ id }));
      return `/sites/${made.id}`;
    },
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: ["workspaces"] });
      await queries.invalidateQueries({ queryKey: ["workspace", workspace.slug] });
    },
    onSuccess: (address) => navigate(address, { replace: true }),
  });
}
