import {
  Ellipsis,
  GitCompare,
  GitPullRequest,
  Globe,
  HardDrive,
  Lock,
  Play,
  Trash2,
  Undo2,
} from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button as AriaButton, Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import { useNavigate } from "react-router";
import { useDeleteSkill, usePublicSkill, type SkillDetail } from "../../../api/hub/skills.ts";
import { deleteUnsavedSkill, type SkillPlace } from "../../../api/hub/unsaved-skills.ts";
import { useWorkspaceSlug } from "../../../api/workspaces.ts";
import { useMedia } from "../../../shell/use-media.ts";
import { ButtonLink } from "../../../ui/button-link.tsx";
import { Button } from "../../../ui/button.tsx";
import { PageBar } from "../../../ui/page-bar.tsx";
import { Tag } from "../../../ui/tag.tsx";
import { ConfirmDialog } from "../../confirm-dialog.tsx";
import { StartSkillRun } from "../../runs/start-skill-run.tsx";
import type { RunContext } from "../../variables/use-expanded.ts";
import type { SkillEdits } from "../use-skill-draft.ts";
import { ProposeDialog } from "./propose-dialog.tsx";
import icon from "../../../ui/icon-button.module.css";
import menu from "../../../ui/menu.module.css";
import text from "../../../ui/text.module.css";
import styles from "./skill-editor.module.css";

/** State and actions of saving. */
export interface Saving {
  readonly act: () => void;
  readonly isPending: boolean;
  readonly error: Error | null;
  /** Whether someone else saved a version in the meantime, which is merged with these changes. */
  readonly isConflict: boolean;
}

interface SkillHeadProps {
  readonly title: string;
  /** Undefined for a new skill. */
  readonly newest: SkillDetail | undefined;
  readonly edits: SkillEdits;
  readonly place: SkillPlace;
  readonly valuesFor: RunContext;
  readonly save: Saving;
}

type DialogName = "run" | "delete" | "discard" | "propose";

/** Location and actions of the skill. */
export function SkillHead(props: SkillHeadProps): ReactNode {
  const { title, newest, edits, place, valuesFor, save } = props;
  const { formatMessage } = useIntl();
  const [dialog, setDialog] = useState<DialogName>();
  const isPhone = useMedia("(max-width: 767px)");
  const { ws, name } = place;
  const close = (): void => setDialog(undefined);
  const isUnsaved = edits.isChanged || edits.base === 0;
  return (
    <PageBar
      trail={[{ label: formatMessage({ id: "nav.skills" }), address: `/workspaces/${ws}/skills` }]}
      title={
        <>
          {title} <Tag isCode>{name}</Tag>
        </>
      }
      {...(isUnsaved && { status: <KeptStatus isKept={edits.isKept} /> })}
    >
      {newest !== undefined && !isPhone && <SavedActs name={name} onOpenDialog={setDialog} />}
      <SkillMenu newest={newest} isUnsaved={isUnsaved} isPhone={isPhone} onOpenDialog={setDialog} />
      <UnsavedActions
        newest={newest}
        save={save}
        isAllowed={isUnsaved && edits.conflict === undefined}
        isPhone={isPhone}
        onOpenDialog={setDialog}
      />
      {dialog === "run" && newest !== undefined && (
        <StartSkillRun skill={newest} {...valuesFor} isChanged={edits.isChanged} onClose={close} />
      )}
      {dialog === "propose" && (
        <ProposeDialog place={place} edits={edits} title={title} onClose={close} />
      )}
      {dialog === "delete" && <DeleteDialog place={place} onClose={close} />}
      {dialog === "discard" && <DiscardDialog place={place} edits={edits} onClose={close} />}
    </PageBar>
  );
}

interface UnsavedActionsProps extends Pick<SkillHeadProps, "newest" | "save"> {
  readonly isAllowed: boolean;
  readonly isPhone: boolean;
  readonly onOpenDialog: (what: DialogName) => void;
}

/** Actions for the unsaved changes. */
function UnsavedActions({
  newest,
  save,
  isAllowed,
  isPhone,
  onOpenDialog,
}: UnsavedActionsProps): ReactNode {
  return (
    <>
      {!isPhone && (
        <Button isDisabled={!isAllowed} onPress={() => onOpenDialog("propose")}>
          <FormattedMessage id="hub.propose" />
        </Button>
      )}
      <Button look="primary" isWorking={save.isPending} isDisabled={!isAllowed} onPress={save.act}>
        <FormattedMessage id="hub.saveVersion" values={{ version: (newest?.version ?? 0) + 1 }} />
      </Button>
    </>
  );
}

interface SavedActsProps {
  readonly name: string;
  readonly onOpenDialog: (what: DialogName) => void;
}

/** Actions for the saved versions. */
function SavedActs({ name, onOpenDialog }: SavedActsProps): ReactNode {
  return (
    <>
      <ButtonLink href={`/workspaces/${useWorkspaceSlug()}/skills/${name}/versions`}>
        <GitCompare size={15} aria-hidden="true" />
        <FormattedMessage id="hub.compareVersions" />
      </ButtonLink>
      <Button onPress={() => onOpenDialog("run")}>
        <Play size={15} aria-hidden="true" />
        <FormattedMessage id="hub.tryOnWorker" />
      </Button>
    </>
  );
}

/** Whether the changes are stored in this browser. */
function KeptStatus({ isKept }: { readonly isKept: boolean }): ReactNode {
  return (
    <span className={`${text["status"]} ${styles["kept"]}`} role="status">
      {isKept && <HardDrive size={15} aria-hidden="true" />}
      <FormattedMessage id={isKept ? "kept.browser" : "kept.soon"} />
    </span>
  );
}

interface SkillMenuProps {
  /** Undefined for a new skill. */
  readonly newest: SkillDetail | undefined;
  readonly isUnsaved: boolean;
  /** Whether the menu includes the actions that don't fit the bar. */
  readonly isPhone: boolean;
  readonly onOpenDialog: (what: DialogName) => void;
}

function SkillMenu({ newest, isUnsaved, isPhone, onOpenDialog }: SkillMenuProps): ReactNode {
  const { formatMessage } = useIntl();
  const item = menu["item"] ?? "";
  return (
    <MenuTrigger>
      <AriaButton
        className={icon["iconButton"] ?? ""}
        aria-label={formatMessage({ id: "hub.more" })}
      >
        <Ellipsis size={16} aria-hidden="true" />
      </AriaButton>
      <Popover className={menu["popup"] ?? ""} placement="bottom end">
        <Menu className={menu["menu"] ?? ""}>
          {newest !== undefined && isPhone && (
            <SavedItems name={newest.name} onOpenDialog={onOpenDialog} />
          )}
          {newest !== undefined && <PublicItem skill={newest} />}
          {isUnsaved && isPhone && (
            <MenuItem className={item} onAction={() => onOpenDialog("propose")}>
              <GitPullRequest size={16} aria-hidden="true" />
              <FormattedMessage id="hub.propose" />
            </MenuItem>
          )}
          {isUnsaved && (
            <MenuItem className={item} onAction={() => onOpenDialog("discard")}>
              <Undo2 size={16} aria-hidden="true" />
              <FormattedMessage id="hub.discard" />
            </MenuItem>
          )}
          {newest !== undefined && (
            <MenuItem className={item} onAction={() => onOpenDialog("delete")}>
              <Trash2 size={16} aria-hidden="true" />
              <FormattedMessage id="hub.deleteSkill" />
            </MenuItem>
          )}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

function SavedItems({ name, onOpenDialog }: SavedActsProps): ReactNode {
  const item = menu["item"] ?? "";
  return (
    <>
      <MenuItem className={item} onAction={() => onOpenDialog("run")}>
        <Play size={16} aria-hidden="true" />
        <FormattedMessage id="hub.tryOnWorker" />
      </MenuItem>
      <MenuItem className={item} href={`/workspaces/${useWorkspaceSlug()}/skills/${name}/versions`}>
        <GitCompare size={16} aria-hidden="true" />
        <FormattedMessage id="hub.compareVersions" />
      </MenuItem>
    </>
  );
}

function PublicItem({ skill }: { readonly skill: SkillDetail }): ReactNode {
  const change = usePublicSkill(skill.name);
  const Sign = skill.public ? Lock : Globe;
  return (
    <MenuItem className={menu["item"] ?? ""} onAction={() => change.mutate(!skill.public)}>
      <Sign size={16} aria-hidden="true" />
      <FormattedMessage id={skill.public ? "hub.makePrivate" : "hub.makePublic"} />
    </MenuItem>
  );
}

interface ConfirmProps extends Pick<SkillHeadProps, "place"> {
  readonly onClose: () => void;
}

function DeleteDialog({ place, onClose }: ConfirmProps): ReactNode {
  const navigate = useNavigate();
  const remove = useDeleteSkill(place.name);
  const act = (): void =>
    remove.mutate(undefined, {
      onSuccess() {
        void deleteUnsavedSkill(place);
        void navigate(`/workspaces/${place.ws}/skills`);
      },
    });
  return (
    <ConfirmDialog
      title={<FormattedMessage id="hub.deleteSkillAsk" values={{ name: place.name }} />}
      act={<FormattedMessage id="hub.delete" />}
      mutation={remove}
      onAct={act}
      onClose={onClose}
    >
      <FormattedMessage id="hub.deleteSkillText" />
    </ConfirmDialog>
  );
}

function DiscardDialog({ place, edits, onClose }: ConfirmProps & Pick<SkillHeadProps, "edits">) {
  const navigate = useNavigate();
  const act = (): void => {
    edits.discard();
    onClose();
    if (edits.base > 0) return;
    void deleteUnsavedSkill(place);
    void navigate(`/workspaces/${place.ws}/skills`);
  };
  return (
    <ConfirmDialog
      title={<FormattedMessage id="hub.discardAsk" />}
      act={<FormattedMessage id="hub.discard" />}
      onAct={act}
      onClose={onClose}
    >
      <FormattedMessage id="hub.discardText" />
    </ConfirmDialog>
  );
}
