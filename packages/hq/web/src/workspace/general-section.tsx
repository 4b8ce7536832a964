import { type ReactNode, useState } from "react";
import { useForm } from "react-hook-form";
import { FormattedList, FormattedMessage, useIntl } from "react-intl";
import { useNavigate } from "react-router";
import {
  type SkillReviewRule,
  usePutSkillReview,
  useSkillReview,
} from "../api/hub/skill-review.ts";
import { useWorkspaces } from "../api/sites.ts";
import { useDeleteWorkspace, useRenameWorkspace } from "../api/workspace/manage-workspace.ts";
import { canManage, useWorkspace, type Workspace } from "../api/workspaces.ts";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { FormField } from "../ui/fields/form-field.tsx";
import { SelectField } from "../ui/fields/select-field.tsx";
import { Loading } from "../ui/notes/loading.tsx";
import { ActForm } from "../ui/sections/act-form.tsx";
import { DangerDialog } from "../ui/sections/danger-dialog.tsx";
import { Row, Rows } from "../ui/sections/row.tsx";
import { Section } from "../ui/sections/section.tsx";
import { Sections } from "../ui/sections/sections.tsx";
import { CmsState } from "./cms-state.tsx";

/** Name, CMS, and deletion of the workspace. */
export function WorkspaceGeneralSection(): ReactNode {
  const { data: workspace } = useWorkspace();
  if (workspace === undefined) return null;
  return (
    <Sections>
      <Section title="workspace.name" text="workspace.nameText">
        {canManage(workspace) ? <Name workspace={workspace} /> : <p>{workspace.name}</p>}
        <Slug workspace={workspace} />
      </Section>
      <Section title="workspace.cms" text="workspace.cmsText">
        <CmsState />
      </Section>
      <Section title="workspace.skillReview" text="workspace.skillReviewText">
        <SkillReviewSetting mayChange={canManage(workspace)} />
      </Section>
      {workspace.role === "owner" && (
        <Section title="workspace.delete" text="workspace.deleteText">
          <Delete workspace={workspace} />
        </Section>
      )}
    </Sections>
  );
}

interface OfWorkspace {
  readonly workspace: Workspace;
}

function Name({ workspace }: OfWorkspace): ReactNode {
  const { formatMessage } = useIntl();
  const { control, handleSubmit } = useForm({ defaultValues: { name: workspace.name } });
  const rename = useRenameWorkspace();
  return (
    <ActForm
      act={rename}
      submit="workspace.saveName"
      done="workspace.nameSaved"
      onSubmit={() => void handleSubmit(({ name }) => rename.mutate(name.trim()))()}
    >
      <FormField
        control={control}
        name="name"
        rules={{
          validate: (name) => name.trim() !== "" || formatMessage({ id: "form.required" }),
        }}
        maxLength={100}
        label={formatMessage({ id: "workspace.name" })}
      />
    </ActForm>
  );
}

function Slug({ workspace: { slug } }: OfWorkspace): ReactNode {
  return (
    <Rows>
      <Row
        title={<code>{slug}</code>}
        lines={[<FormattedMessage key="slug" id="workspace.slugText" />]}
      >
        <CopyButton text={slug} look="quiet" of={slug} />
      </Row>
    </Rows>
  );
}

function Delete({ workspace }: OfWorkspace): ReactNode {
  const navigate = useNavigate();
  const [isAsked, setIsAsked] = useState(false);
  const { data: all = [] } = useWorkspaces();
  const remove = useDeleteWorkspace(() => void navigate("/"));
  const sites = all.find((one) => one.workspace.id === workspace.id)?.sites.length ?? 0;
  if (sites > 0) {
    return (
      <p>
        <FormattedMessage id="workspace.deleteSites" values={{ count: sites }} />
      </p>
    );
  }
  return (
    <>
      <div>
        <Button look="danger" onPress={() => setIsAsked(true)}>
          <FormattedMessage id="workspace.deleteOpen" />
        </Button>
      </div>
      {isAsked && (
        <DangerDialog
          title={<FormattedMessage id="workspace.deleteTitle" values={{ name: workspace.name }} />}
          goes={[
            <FormattedMessage key="members" id="workspace.deleteMembers" />,
            <FormattedMessage key="hub" id="workspace.deleteHub" />,
          ]}
          typed={workspace.name}
          submit="workspace.deleteAct"
          act={remove}
          onSubmit={() => remove.mutate()}
          onClose={() => setIsAsked(false)}
        />
      )}
    </>
  );
}

const SETTINGS = ["automatic", "on", "off"] as const;

/** Whether skills must be reviewed before they run with secrets. Everyone can see it, managers can change it. */
function SkillReviewSetting({ mayChange }: { readonly mayChange: boolean }): ReactNode {
  const { data: rule, error } = useSkillReview();
  if (rule === undefined) return <Loading error={error} />;
  return (
    <>
      <p>
        <InForce rule={rule} />
      </p>
      {mayChange && <SettingForm setting={rule.setting} />}
    </>
  );
}

/** The effective setting and its reason. */
function InForce({ rule }: { readonly rule: SkillReviewRule }): ReactNode {
  const { required, workersWithSecrets } = rule;
  const names = workersWithSecrets.map(({ name }) => name);
  if (!required) return <FormattedMessage id="workspace.reviewNotRequired" />;
  if (names.length === 0) return <FormattedMessage id="workspace.reviewRequired" />;
  return (
    <FormattedMessage
      id="workspace.reviewRequiredBy"
      values={{ count: names.length, workers: <FormattedList value={names} /> }}
    />
  );
}

function SettingForm({ setting }: Pick<SkillReviewRule, "setting">): ReactNode {
  const { formatMessage } = useIntl();
  const [chosen, setChosen] = useState(setting);
  const put = usePutSkillReview();
  return (
    <ActForm
      act={put}
      submit="workspace.saveReview"
      done="workspace.reviewSaved"
      onSubmit={() => put.mutate(chosen)}
    >
      <SelectField
        label={formatMessage({ id: "workspace.skillReview" })}
        options={SETTINGS.map(
          (one) => [one, formatMessage({ id: `workspace.review.${one}` })] as const,
        )}
        value={chosen}
        onChange={(id) => setChosen(SETTINGS.find((one) => one === id) ?? "automatic")}
      />
    </ActForm>
  );
}
