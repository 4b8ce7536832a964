import { ChevronRight, FileText, Folder, Plus, Upload } from "lucide-react";
import { type ReactNode, useState } from "react";
import {
  Button as AriaButton,
  Collection,
  DropZone,
  FileTrigger,
  isFileDropItem,
  Menu,
  MenuItem,
  MenuTrigger,
  Popover,
  Tree,
  TreeItem,
  TreeItemContent,
} from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import type { FileChange, SkillFiles } from "../../../draft/skill-files.ts";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { Tag } from "../../../ui/tag.tsx";
import { FormDialog } from "../../form-dialog.tsx";
import heading from "../../../ui/heading.module.css";
import icon from "../../../ui/icon-button.module.css";
import menu from "../../../ui/menu.module.css";
import styles from "./skill-editor.module.css";

interface FileTreeProps {
  readonly files: SkillFiles;
  readonly changes: ReadonlyMap<string, FileChange>;
  /** Path of the displayed file. */
  readonly openPath: string;
  readonly onShow: (path: string) => void;
  readonly onNew: () => void;
  readonly onUpload: (files: readonly File[]) => void;
}

/** The files of a skill. Files dropped on the tree are added. */
export function FileTree(props: FileTreeProps): ReactNode {
  const { files, changes, openPath, onShow, onUpload } = props;
  const { formatMessage } = useIntl();
  const branches = branchesOf(files.map(({ path }) => path));
  const removed = [...changes].filter(([, change]) => change === "removed").length;
  return (
    <DropZone
      className={styles["files"] ?? ""}
      aria-label={formatMessage({ id: "hub.dropFiles" })}
      onDrop={({ items }) => {
        const dropped = items.filter(isFileDropItem).map((item) => item.getFile());
        void Promise.all(dropped).then(onUpload);
      }}
    >
      <TreeHead {...props} />
      <Tree
        className={styles["tree"] ?? ""}
        aria-label={formatMessage({ id: "hub.files" })}
        items={branches}
        dependencies={[changes]}
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={[openPath]}
        onSelectionChange={(keys) => {
          const [path] = keys === "all" ? [] : keys;
          if (files.some((file) => file.path === path)) onShow(String(path));
        }}
        defaultExpandedKeys={
          files.length > MOST_OPEN ? foldersAbove(openPath) : foldersOf(branches)
        }
      >
        {(branch) => <TreeBranch branch={branch} changes={changes} />}
      </Tree>
      {removed > 0 && (
        <p className={styles["removed"]}>
          <FormattedMessage id="hub.filesRemoved" values={{ count: removed }} />
        </p>
      )}
    </DropZone>
  );
}

function TreeHead({ onNew, onUpload }: FileTreeProps): ReactNode {
  const { formatMessage } = useIntl();
  return (
    <div className={styles["treeHead"]}>
      <h2 className={heading["label"]}>
        <FormattedMessage id="hub.files" />
      </h2>
      <FileTrigger allowsMultiple onSelect={(list) => onUpload([...(list ?? [])])}>
        <AriaButton
          className={icon["iconButton"] ?? ""}
          aria-label={formatMessage({ id: "hub.uploadFiles" })}
        >
          <Upload size={14} aria-hidden="true" />
        </AriaButton>
      </FileTrigger>
      <MenuTrigger>
        <AriaButton
          className={icon["iconButton"] ?? ""}
          aria-label={formatMessage({ id: "hub.addFile" })}
        >
          <Plus size={14} aria-hidden="true" />
        </AriaButton>
        <Popover className={menu["popup"] ?? ""} placement="bottom end">
          <Menu className={menu["menu"] ?? ""}>
            <MenuItem className={menu["item"] ?? ""} onAction={onNew}>
              <FormattedMessage id="hub.newFile" />
            </MenuItem>
          </Menu>
        </Popover>
      </MenuTrigger>
    </div>
  );
}

interface TreeBranchProps {
  readonly branch: Branch;
  readonly changes: ReadonlyMap<string, FileChange>;
}

function TreeBranch({ branch, changes }: TreeBranchProps): ReactNode {
  const { formatMessage } = useIntl();
  const { id, name, below } = branch;
  const change = changes.get(id);
  return (
    <TreeItem id={id} textValue={name} className={styles["branch"] ?? ""}>
      <TreeItemContent>
        {({ hasChildItems }) => (
          <>
            {hasChildItems ? (
              <AriaButton
                slot="chevron"
                className={styles["chevron"] ?? ""}
                aria-label={formatMessage({ id: "hub.openFolder" }, { name })}
              >
                <ChevronRight size={13} aria-hidden="true" />
                <Folder size={15} aria-hidden="true" />
              </AriaButton>
            ) : (
              <FileText size={15} aria-hidden="true" />
            )}
            <span className={styles["fileName"]}>{name}</span>
            {(change === "added" || change === "edited") && (
              <Tag tone="ochre">
                <FormattedMessage id={`hub.change.${change}`} />
              </Tag>
            )}
          </>
        )}
      </TreeItemContent>
      <Collection items={below}>
        {(inner) => <TreeBranch branch={inner} changes={changes} />}
      </Collection>
    </TreeItem>
  );
}

/** With more files, folders are collapsed initially. */
const MOST_OPEN = 12;

function foldersAbove(path: string): readonly string[] {
  return [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index + 1));
}

function foldersOf(branches: readonly Branch[]): readonly string[] {
  return branches.flatMap(({ id, below }) => (below.length === 0 ? [] : [id, ...foldersOf(below)]));
}

/** A file or folder. */
interface Branch {
  /** The path; ends with a slash for a folder. */
  readonly id: string;
  readonly name: string;
  /** Children of a folder; empty for a file. */
  readonly below: readonly Branch[];
}

/** Builds a tree from sorted paths. */
function branchesOf(paths: readonly string[], above = ""): readonly Branch[] {
  const names = [...new Set(paths.map((path) => path.slice(above.length).split("/")[0] ?? ""))];
  return names.map((name) => {
    const folder = `${above}${name}/`;
    const inside = paths.filter((path) => path.startsWith(folder));
    if (inside.length === 0) return { id: above + name, name, below: [] };
    return { id: folder, name, below: branchesOf(inside, folder) };
  });
}

interface PathDialogProps {
  /** Path of the file to rename; absent for a new one. */
  readonly path?: string;
  /** Paths that are already in use. */
  readonly usedPaths: readonly string[];
  readonly onChoose: (path: string) => void;
  readonly onClose: () => void;
}

/** Asks for the path of a file in the skill's folder. */
export function PathDialog({
  path = "",
  usedPaths,
  onChoose,
  onClose,
}: PathDialogProps): ReactNode {
  const { formatMessage } = useIntl();
  const [typed, setTyped] = useState(path);
  const [isSubmitted, setIsSubmitted] = useState(false);
  const problem = problemWith(typed.trim(), usedPaths);
  return (
    <FormDialog
      title={<FormattedMessage id={path === "" ? "hub.newFile" : "hub.renameFile"} />}
      act={<FormattedMessage id={path === "" ? "hub.add" : "hub.rename"} />}
      onSend={() => {
        setIsSubmitted(true);
        if (problem === undefined) onChoose(typed.trim());
      }}
      onClose={onClose}
    >
      <TextField
        label={formatMessage({ id: "hub.path" })}
        help={formatMessage({ id: "hub.pathHelp" })}
        value={typed}
        onChange={setTyped}
        autoFocus
        isInvalid={isSubmitted && problem !== undefined}
        error={isSubmitted && problem !== undefined ? formatMessage({ id: problem }) : undefined}
      />
    </FormDialog>
  );
}

/** Checks the most common rules. HQ enforces all of them. */
function problemWith(path: string, usedPaths: readonly string[]) {
  if (path === "" || path.endsWith("/") || path.startsWith("/")) return "hub.pathWanted" as const;
  if (path.split("/").some((part) => part === "" || part === "." || part === "..")) {
    return "hub.pathWanted" as const;
  }
  return usedPaths.includes(path) ? ("hub.pathTaken" as const) : undefined;
}
