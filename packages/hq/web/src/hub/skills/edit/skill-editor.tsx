import { type ReactNode, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useBlocker, useNavigate, useSearchParams } from "react-router";
import { RefusedError } from "../../../api/client.ts";
import { useSaveSkill, useSkill, type SkillDetail } from "../../../api/hub/skills.ts";
import type { SkillPlace } from "../../../api/hub/unsaved-skills.ts";
import {
  type DraftFile,
  putFile,
  removeFile,
  renameFile,
  type SkillFiles,
} from "../../../draft/skill-files.ts";
import { useSaveKey } from "../../../shell/use-save-key.ts";
import { useTitle } from "../../../shell/use-title.ts";
import { ButtonLink } from "../../../ui/button-link.tsx";
import { Message } from "../../../ui/notes/message.tsx";
import { Refusal } from "../../../ui/notes/refusal.tsx";
import { Waiting } from "../../../ui/notes/waiting.tsx";
import { LeaveDialog } from "../../leave-dialog.tsx";
import { readSkillText } from "../front-matter.ts";
import { readUpload } from "../read-upload.ts";
import { useSkillDraft, type SkillEdits } from "../use-skill-draft.ts";
import { FileTree, PathDialog } from "./file-tree.tsx";
import { FilePane, MainPane } from "./main-pane.tsx";
import { problemsOf } from "./problems.ts";
import { type Saving, SkillHead } from "./skill-head.tsx";
import { ProblemList, SkillNotes } from "./skill-notes.tsx";
import { SkillSide, VersionList } from "./skill-side.tsx";
import { useValues, useValuesFor } from "./use-values.ts";
import form from "../../../ui/form.module.css";
import styles from "./skill-editor.module.css";

const MAIN = "SKILL.md";

/** The skill editor: files, form, and the state of the skill on workers. */
export function SkillEditor({ place }: { readonly place: SkillPlace }): ReactNode {
  const skill = useSkill(place.name);
  const isMissing = skill.error instanceof RefusedError && skill.error.problem.status === 404;
  const newest = isMissing ? null : skill.data;
  const edits = useSkillDraft(place, newest);
  if (edits === null) return <NoSkill name={place.name} />;
  if (edits === undefined) {
    return skill.error === null || isMissing ? <Waiting /> : <Refusal error={skill.error} />;
  }
  return <Editor place={place} newest={newest ?? undefined} edits={edits} />;
}

function NoSkill({ name }: { readonly name: string }): ReactNode {
  return (
    <Message title={<FormattedMessage id="hub.noSkillTitle" values={{ name }} />}>
      <FormattedMessage id="hub.noSkill" />
      <ButtonLink href="versions">
        <FormattedMessage id="hub.itsVersions" />
      </ButtonLink>
    </Message>
  );
}

interface EditorProps {
  readonly place: SkillPlace;
  /** Undefined for a new skill. */
  readonly newest: SkillDetail | undefined;
  readonly edits: SkillEdits;
}

type DialogName = "new" | "rename";

function Editor({ place, newest, edits }: EditorProps): ReactNode {
  const { name } = place;
  const { files, change } = edits;
  const [openFile, show] = useShownFile(files);
  const [dialog, setDialog] = useState<DialogName>();
  const [valuesFor, chooseFor] = useValuesFor();
  const main = textOf(files);
  const { fields, body } = readSkillText(main);
  const values = useValues(body, valuesFor);
  const save = useSave(place, edits);
  const title = [fields?.display_name, newest?.display_name, name].find(Boolean) ?? name;
  useTitle(title);
  useSaveKey(save.act);
  const put = (file: DraftFile): void => change((all) => putFile(all, file));
  const choosePath = (path: string): void => {
    if (dialog === "new") put({ path, mode: "100644", text: "" });
    else change((all) => renameFile(all, openFile.path, path));
    show(path);
    setDialog(undefined);
  };
  return (
    <>
      <SkillHead
        title={title}
        newest={newest}
        edits={edits}
        place={place}
        valuesFor={valuesFor}
        save={save}
      />
      <div className={styles["columns"]}>
        <Files
          name={name}
          edits={edits}
          openFile={openFile}
          onShow={show}
          onNew={() => setDialog("new")}
        />
        <div className={`${form["form"]} ${styles["main"]}`}>
          <SkillNotes name={name} edits={edits} />
          <NotSaved save={save} name={name} onOpen={show} />
          {openFile.path === MAIN ? (
            <MainPane
              text={main}
              onChange={(text) => put({ path: MAIN, mode: "100644", text })}
              values={values}
              problems={problemsOf(save.error, name)}
            />
          ) : (
            <FilePane
              file={openFile}
              onChange={put}
              onRename={() => setDialog("rename")}
              onRemove={() => {
                show(MAIN);
                change((all) => removeFile(all, openFile.path));
              }}
            />
          )}
        </div>
        <SkillSide
          name={name}
          newest={newest}
          values={values}
          valuesFor={valuesFor}
          onChoose={chooseFor}
        />
      </div>
      {dialog !== undefined && (
        <PathDialog
          {...(dialog === "rename" && { path: openFile.path })}
          usedPaths={files.map(({ path }) => path).filter((path) => path !== openFile.path)}
          onChoose={choosePath}
          onClose={() => setDialog(undefined)}
        />
      )}
      <LeaveGuard edits={edits} />
    </>
  );
}

interface FilesProps {
  readonly name: string;
  readonly edits: SkillEdits;
  readonly openFile: DraftFile;
  readonly onShow: (path: string) => void;
  readonly onNew: () => void;
}

function Files({ name, edits, openFile, onShow, onNew }: FilesProps): ReactNode {
  const { formatMessage } = useIntl();
  const { files, changes, change } = edits;
  const upload = async (chosen: readonly File[]): Promise<void> => {
    const read = await readUpload(chosen.map((file) => ({ path: file.name, file })));
    change((all) => read.reduce(putFile, all));
  };
  return (
    <nav className={styles["left"]} aria-label={formatMessage({ id: "hub.filesAndVersions" })}>
      <FileTree
        files={files}
        changes={changes}
        openPath={openFile.path}
        onShow={onShow}
        onNew={onNew}
        onUpload={(chosen) => void upload(chosen)}
      />
      <VersionList name={name} edits={edits} />
    </nav>
  );
}

interface NotSavedProps {
  readonly save: Saving;
  readonly name: string;
  readonly onOpen: (path: string) => void;
}

/** Explains why a version was not saved, by file, line, and field if HQ returned them. */
function NotSaved({ save, name, onOpen }: NotSavedProps): ReactNode {
  const problems = problemsOf(save.error, name);
  if (problems.length > 0) return <ProblemList problems={problems} onOpen={onOpen} />;
  return save.isConflict ? null : <Refusal error={save.error} />;
}

/** Asks for confirmation before leaving with changes that are not yet stored in this browser. */
function LeaveGuard({ edits }: { readonly edits: SkillEdits }): ReactNode {
  const isAtRisk = edits.isChanged && !edits.isKept;
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isAtRisk && currentLocation.pathname !== nextLocation.pathname,
  );
  return (
    <LeaveDialog
      isAtRisk={isAtRisk}
      isAsking={blocker.state === "blocked"}
      onStay={() => blocker.reset?.()}
      onLeave={() => blocker.proceed?.()}
    />
  );
}

/** Returns the file given in the URL, or SKILL.md. */
function useShownFile(files: SkillFiles): readonly [DraftFile, (path: string) => void] {
  const [address, setAddress] = useSearchParams();
  const path = address.get("file");
  const file = files.find((one) => one.path === path) ?? files.find((one) => one.path === MAIN);
  const show = (next: string): void => {
    setAddress(
      (before) => {
        const after = new URLSearchParams(before);
        if (next === MAIN) after.delete("file");
        else after.set("file", next);
        return after;
      },
      { replace: true },
    );
  };
  return [file ?? { path: MAIN, mode: "100644", text: "" }, show];
}

function textOf(files: SkillFiles): string {
  const main = files.find(({ path }) => path === MAIN);
  return main !== undefined && "text" in main ? main.text : "";
}

function useSave({ ws, name }: SkillPlace, edits: SkillEdits): Saving {
  const save = useSaveSkill();
  const navigate = useNavigate();
  const { base, files, isChanged, conflict } = edits;
  const { error } = save;
  return {
    act() {
      if (save.isPending || conflict !== undefined || (!isChanged && base > 0)) return;
      save.mutate(
        { name, files, base },
        {
          onSuccess({ version }) {
            edits.saved(version);
            if (base === 0) void navigate(`/workspaces/${ws}/skills/${name}`, { replace: true });
          },
        },
      );
    },
    isPending: save.isPending,
    error,
    isConflict: error instanceof RefusedError && error.problem.code === "conflict",
  };
}
