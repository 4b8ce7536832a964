import { Download, Pencil, SquareTerminal, Trash2 } from "lucide-react";
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import type { DraftFile } from "../../../draft/skill-files.ts";
import { Button } from "../../../ui/button.tsx";
import { Segments } from "../../../ui/fields/segments.tsx";
import { Switch } from "../../../ui/fields/switch.tsx";
import { Note } from "../../../ui/notes/note.tsx";
import { Waiting } from "../../../ui/notes/waiting.tsx";
import { FileSize } from "../../../ui/values/file-size.tsx";
import type { ExpandedVariable } from "../../variables/expand-variable.ts";
import { putBody, readSkillText } from "../front-matter.ts";
import { FrontMatterForm, NeedsForm } from "./front-matter-form.tsx";
import type { SkillProblem } from "./problems.ts";
import { createVariableMarks, type Explain } from "./variable-marks.ts";
import form from "../../../ui/form.module.css";
import heading from "../../../ui/heading.module.css";
import styles from "./skill-editor.module.css";

interface MainPaneProps {
  /** Complete text of SKILL.md. */
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly values: readonly ExpandedVariable[];
  readonly problems: readonly SkillProblem[];
}

/** The editor of SKILL.md: front matter, prompt, and requirements. */
export function MainPane({ text, onChange, values, problems }: MainPaneProps): ReactNode {
  const { formatList } = useIntl();
  const { problem } = readSkillText(text);
  const without = values.filter(({ scope }) => scope === undefined).map(({ name }) => name);
  return (
    <>
      {problem !== undefined && (
        <Note tone="madder">
          <FormattedMessage id="hub.matterBroken" values={{ ...problem }} />
        </Note>
      )}
      <FrontMatterForm text={text} onChange={onChange} problems={problems} />
      <BodyEditor text={text} onChange={onChange} values={values} />
      {without.length > 0 && (
        <Note tone="ochre">
          <FormattedMessage
            id="hub.withoutValue"
            values={{
              names: formatList(without),
              first: `{{${without[0] ?? ""}}}`,
              count: without.length,
              b: (chunks) => <b key="names">{chunks}</b>,
            }}
          />
        </Note>
      )}
      <NeedsForm text={text} onChange={onChange} problems={problems} />
    </>
  );
}

const SourceEditor = lazy(async () => {
  const { SourceEditor: Editor } = await import("../../../rich-text/source-editor.tsx");
  return { default: Editor };
});

type Mode = "written" | "values" | "file";

const MODES: readonly Mode[] = ["written", "values", "file"];

interface BodyEditorProps {
  /** Complete text of SKILL.md. */
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly values: readonly ExpandedVariable[];
}

/** The prompt: as source, with variables expanded, or as part of the whole file. */
function BodyEditor({ text, onChange, values }: BodyEditorProps): ReactNode {
  const { formatMessage } = useIntl();
  const [mode, setMode] = useState<Mode>("written");
  const { body, fields } = readSkillText(text);
  const explain = useExplain(values);
  const [marks] = useState(createVariableMarks);
  useEffect(() => marks.explain(explain), [marks, explain]);
  // Invalid front matter can only be fixed in the whole file.
  const shown = fields === undefined ? "file" : mode;
  const label = formatMessage({ id: shown === "file" ? "hub.wholeFile" : "hub.body" });
  return (
    <section>
      <div className={styles["modeHead"]}>
        <h2 className={heading["label"]}>{formatMessage({ id: "hub.body" })}</h2>
        <Segments
          label={formatMessage({ id: "hub.bodyMode" })}
          segments={MODES.map((one) => ({
            id: one,
            label: <FormattedMessage id={`hub.mode.${one}`} />,
          }))}
          value={shown}
          onChange={setMode}
          isDisabled={fields === undefined}
        />
      </div>
      {shown === "values" ? (
        <Expanded body={body} values={values} />
      ) : (
        <Suspense fallback={<Waiting />}>
          <SourceEditor
            key={shown}
            label={label}
            path={shown}
            value={shown === "file" ? text : body}
            onChange={(next) => onChange(shown === "file" ? next : putBody(text, next))}
            extension={marks.extension}
          />
        </Suspense>
      )}
    </section>
  );
}

/** Returns a function that describes a variable on hover. */
function useExplain(values: readonly ExpandedVariable[]): Explain {
  const { formatMessage } = useIntl();
  return useCallback(
    (name) => {
      const found = values.find((one) => one.name === name);
      if (found?.scope === undefined) {
        return { isKnown: false, text: formatMessage({ id: "hub.noValue" }) };
      }
      const scope = formatMessage({ id: `hub.scope.${found.scope}` });
      const value = found.value ?? formatMessage({ id: "hub.valueThere" });
      return { isKnown: true, text: `${value} · ${scope}` };
    },
    [values, formatMessage],
  );
}

interface ExpandedProps {
  readonly body: string;
  readonly values: readonly ExpandedVariable[];
}

/** The prompt with each variable replaced by its value and source. */
function Expanded({ body, values }: ExpandedProps): ReactNode {
  const pieces = body.trim().split(/(\{\{\w+\}\})/);
  return (
    <div className={styles["expanded"]}>
      {pieces.map((piece, place) => {
        // Segments have no identity other than their index and never move.
        const key = place;
        const name = /^\{\{(\w+)\}\}$/.exec(piece)?.[1];
        if (name === undefined) return <span key={key}>{piece}</span>;
        return (
          <ValueInPlace key={key} variable={values.find((one) => one.name === name)} name={name} />
        );
      })}
    </div>
  );
}

interface ValueInPlaceProps {
  readonly variable: ExpandedVariable | undefined;
  readonly name: string;
}

function ValueInPlace({ variable, name }: ValueInPlaceProps): ReactNode {
  if (variable?.scope === undefined) {
    return (
      <mark className={`${styles["value"]} ${styles["missing"]}`}>
        {`{{${name}}}`}
        <small>
          <FormattedMessage id="hub.noValueAnywhere" />
        </small>
      </mark>
    );
  }
  return (
    <mark className={styles["value"]}>
      {variable.value ?? <FormattedMessage id="hub.valueThere" />}
      <small>
        {name} · <FormattedMessage id={`hub.scope.${variable.scope}`} />
      </small>
    </mark>
  );
}

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
    <section className={`${form["form"]} ${styles["filePane"]}`}>
      <header className={`${form["buttons"]} ${styles["fileHead"]}`}>
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
