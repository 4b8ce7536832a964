import { type ReactNode, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { type Project, useAddProject, useChangeProject } from "../../api/hub/projects.ts";
import { useWorkspaces } from "../../api/sites.ts";
import { useWorkspace } from "../../api/workspaces.ts";
import { SelectField } from "../../ui/fields/select-field.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import { FormDialog } from "../form-dialog.tsx";

interface ProjectDialogProps {
  /** The project to edit; absent for a new one. */
  readonly project?: Project;
  readonly onDone: (project: Project) => void;
  readonly onClose: () => void;
}

const NONE = "none";

/** Creates a project, or edits its name and site. */
export function ProjectDialog({ project, onDone, onClose }: ProjectDialogProps): ReactNode {
  const { formatMessage } = useIntl();
  const { data: workspace } = useWorkspace();
  const { data: workspaces = [] } = useWorkspaces();
  const sites = workspaces.find((one) => one.workspace.id === workspace?.id)?.sites ?? [];
  const [name, setName] = useState(project?.name ?? "");
  const [site, setSite] = useState(project?.siteId ?? NONE);
  const [isSubmitted, setIsSubmitted] = useState(false);
  const write = useWrite(project);
  const isLacking = isSubmitted && name.trim() === "";
  const send = (): void => {
    setIsSubmitted(true);
    if (name.trim() === "") return;
    const wish = { name: name.trim(), site: site === NONE ? null : site };
    write.mutate(wish, { onSuccess: (saved) => onDone(saved) });
  };
  return (
    <FormDialog
      title={
        <FormattedMessage id={project === undefined ? "hub.newProject" : "hub.changeProject"} />
      }
      act={<FormattedMessage id={project === undefined ? "hub.makeProject" : "hub.save"} />}
      mutation={write}
      onSend={send}
      onClose={onClose}
    >
      <TextField
        label={formatMessage({ id: "hub.projectName" })}
        value={name}
        onChange={setName}
        maxLength={100}
        autoFocus
        isInvalid={isLacking}
        error={isLacking ? formatMessage({ id: "form.required" }) : undefined}
      />
      <SelectField
        label={formatMessage({ id: "hub.site" })}
        help={formatMessage({ id: "hub.siteHelp" })}
        options={[
          [NONE, formatMessage({ id: "hub.none" })],
          ...sites.map((one) => [one.id, one.name] as const),
        ]}
        value={site}
        onChange={setSite}
      />
    </FormDialog>
  );
}

function useWrite(project: Project | undefined) {
  const add = useAddProject();
  const change = useChangeProject(project?.id ?? "");
  return project === undefined ? add : change;
}
