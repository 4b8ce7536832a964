import { Download, Pencil, SquareTerminal, Trash2 } from "lucide-react";
import { lazy, type ReactNode, Suspense } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import type { DraftFile } from "../../../draft/skill-files.ts";
import { Button } from "../../../ui/button.tsx";
import { Switch } from "../../../ui/fields/switch.tsx";
import { Waiting } from "../../../ui/notes/waiting.tsx";
import { FileSize } from "../../../ui/values/file-size.tsx";
import styles from "./skill-editor.module.css";

const SourceEditor = lazy(async () => {
  const { SourceEditor: Editor } = await import("../../../rich-text/source-editor.tsx");
  return { default: Editor };
});

interface FilePaneProps {
  readonly file: DraftFile;
  readonly onChange: (file: DraftFile) => void;
  readonly onRename: () => void;
  readonly onRemove: () => void;
}

/** A file of the skill other than SKILL.md: a text editor, or a note that it is binary. */
export function FilePane({ file, onChange, onRename, onRemove }: FilePaneProps): ReactNode {
  const { formatMessage } = useIntl();
  const { path, mode } = file;
  return (
    <section className={styles["filePane"]}>
      <header className={styles["fileHead"]}>
        <h2>{path}</h2>
        <Button look="quiet" onPress={onRename}>
          <Pencil size={14} aria-hidden="true" />
          <FormattedMessage id="hub.rename" />
        </Button>
        <Button look="quiet" onPress={onRemove}>
          <Trash2 size={14} aria-hidden="true" />
          <FormattedMessage id="hub.removeFile" />
        </Button>
      </header>
      {"text" in file ? (
        <Suspense fallback={<Waiting />}>
          <SourceEditor
            key={path}
            label={formatMessage({ id: "hub.textOf" }, { path })}
            path={path}
            value={file.text}
            onChange={(text) => onChange({ path, mode, text })}
            isPlain={!path.endsWith(".md")}
          />
        </Suspense>
      ) : (
        <Binary path={path} content={file.content} />
      )}
      <Switch
        isSelected={mode === "100755"}
        onChange={(isProgram) =>
          onChange(Object.assign({}, file, { mode: isProgram ? "100755" : "100644" } as const))
        }
      >
        <SquareTerminal size={15} aria-hidden="true" />
        <FormattedMessage id="hub.isProgram" />
      </Switch>
    </section>
  );
}

interface BinaryProps {
  readonly path: string;
  /** Base64. */
  readonly content: string;
}

function Binary({ path, content }: BinaryProps): ReactNode {
  const name = path.split("/").at(-1) ?? path;
  return (
    <p className={styles["binary"]}>
      <FormattedMessage
        id="hub.noText"
        values={{ size: <FileSize bytes={Math.floor((content.length * 3) / 4)} /> }}
      />
      <a href={`data:application/octet-stream;base64,${content}`} download={name}>
        <Download size={14} aria-hidden="true" />
        <FormattedMessage id="hub.download" />
      </a>
    </p>
  );
}
