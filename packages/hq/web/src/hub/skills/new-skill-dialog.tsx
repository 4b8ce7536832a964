import { asciiWords } from "@loam/cms-core/browser";
import { FolderUp } from "lucide-react";
import { type ReactNode, useState } from "react";
import {
  DropZone,
  FileTrigger,
  Form,
  isDirectoryDropItem,
  isFileDropItem,
  Tab,
  TabList,
  TabPanel,
  Tabs,
} from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import { useNavigate } from "react-router";
import { useSkills } from "../../api/hub/skills.ts";
import { storeUnsavedSkill, type SkillPlace } from "../../api/hub/unsaved-skills.ts";
import type { SkillFiles } from "../../draft/skill-files.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { AreaField } from "../../ui/fields/area-field.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import { Note } from "../../ui/notes/note.tsx";
import { chosenOf, type Dropped } from "./dropped-files.ts";
import { nameInText, newSkillText, readSkillText } from "./front-matter.ts";
import { belowFolder, readUpload, UnreadableUpload } from "./read-upload.ts";
import form from "../../ui/form.module.css";
import tabs from "../../ui/tabs.module.css";
import textStyles from "../../ui/text.module.css";
import styles from "./skills-screen.module.css";

interface NewSkillDialogProps {
  readonly place: Omit<SkillPlace, "name">;
  readonly onClose: () => void;
}

const WAYS = ["begin", "paste", "files"] as const;

/**
 * Creates a skill: empty, from a text, or from files. It opens in the editor, where problems can be fixed before
 * saving.
 */
export function NewSkillDialog({ place, onClose }: NewSkillDialogProps): ReactNode {
  const { formatMessage } = useIntl();
  const open = useOpenNew(place);
  const props = { onReady: open };
  return (
    <Dialog title={<FormattedMessage id="hub.newSkill" />} isOpen onClose={onClose}>
      <Tabs>
        <TabList
          className={tabs["tabs"] ?? ""}
          aria-label={formatMessage({ id: "hub.newSkillWays" })}
        >
          {WAYS.map((way) => (
            <Tab key={way} id={way} className={tabs["tab"] ?? ""}>
              <FormattedMessage id={`hub.new.${way}`} />
            </Tab>
          ))}
        </TabList>
        <TabPanel id="begin" className={styles["panel"] ?? ""}>
          <Begin {...props} />
        </TabPanel>
        <TabPanel id="paste" className={styles["panel"] ?? ""}>
          <Paste {...props} />
        </TabPanel>
        <TabPanel id="files" className={styles["panel"] ?? ""}>
          <FromFiles {...props} />
        </TabPanel>
      </Tabs>
    </Dialog>
  );
}

/** Stores the initial files in this browser and opens the editor. */
function useOpenNew(place: Omit<SkillPlace, "name">) {
  const navigate = useNavigate();
  return async (name: string, files: SkillFiles): Promise<void> => {
    await storeUnsavedSkill({ ...place, name }, { base: 0, files });
    await navigate(`/workspaces/${place.ws}/skills/${name}`);
  };
}

interface WayProps {
  readonly onReady: (name: string, files: SkillFiles) => Promise<void>;
}

const NAME = /^[a-z0-9][a-z0-9-]{0,63}$/;

/** Returns why a name can't be used; undefined if it can. */
function useNameProblem(name: string) {
  const { data: skills = [] } = useSkills();
  const { formatMessage } = useIntl();
  if (!NAME.test(name)) return formatMessage({ id: "hub.nameWrong" });
  return skills.some((skill) => skill.name === name)
    ? formatMessage({ id: "hub.nameTaken" })
    : undefined;
}

function Begin({ onReady }: WayProps): ReactNode {
  const { formatMessage } = useIntl();
  const [title, setTitle] = useState("");
  const [typed, setTyped] = useState<string>();
  const [about, setAbout] = useState("");
  const [isSubmitted, setIsSubmitted] = useState(false);
  const name = typed ?? asciiWords(title).slice(0, 64);
  const problem = useNameProblem(name);
  const required = formatMessage({ id: "form.required" });
  const lacksTitle = isSubmitted && title.trim() === "";
  const lacksAbout = isSubmitted && about.trim() === "";
  const send = (): void => {
    setIsSubmitted(true);
    if (problem !== undefined || title.trim() === "" || about.trim() === "") return;
    const fields = { name, display_name: title.trim(), description: about.trim() };
    const text = `${newSkillText(fields)}${formatMessage({ id: "hub.firstWords" })}\n`;
    void onReady(name, [{ path: "SKILL.md", mode: "100644", text }]);
  };
  return (
    <Form
      className={form["form"] ?? ""}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <TextField
        label={formatMessage({ id: "hub.displayName" })}
        value={title}
        onChange={setTitle}
        autoFocus
        isInvalid={lacksTitle}
        error={lacksTitle ? required : undefined}
        validationBehavior="aria"
      />
      <NameField name={name} onChange={setTyped} problem={isSubmitted ? problem : undefined} />
      <TextField
        label={formatMessage({ id: "hub.description" })}
        help={formatMessage({ id: "hub.descriptionHelp" })}
        value={about}
        onChange={setAbout}
        isInvalid={lacksAbout}
        error={lacksAbout ? required : undefined}
        validationBehavior="aria"
      />
      <Foot act="hub.beginSkill" />
    </Form>
  );
}

interface NameFieldProps {
  readonly name: string;
  readonly onChange: (name: string) => void;
  readonly problem: string | undefined;
}

function NameField({ name, onChange, problem }: NameFieldProps): ReactNode {
  const { formatMessage } = useIntl();
  return (
    <TextField
      label={formatMessage({ id: "hub.skillName" })}
      help={formatMessage({ id: "hub.skillNameHelp" })}
      value={name}
      onChange={onChange}
      isInvalid={problem !== undefined}
      error={problem}
      validationBehavior="aria"
    />
  );
}

function Paste({ onReady }: WayProps): ReactNode {
  const { formatMessage } = useIntl();
  const [text, setText] = useState("");
  const [typed, setTyped] = useState<string>();
  const [isSubmitted, setIsSubmitted] = useState(false);
  const name = typed ?? nameInText(text) ?? "";
  const problem = useNameProblem(name);
  const isEmpty = text.trim() === "";
  const send = (): void => {
    setIsSubmitted(true);
    if (problem !== undefined || isEmpty) return;
    void onReady(name, [{ path: "SKILL.md", mode: "100644", text: withMatter(text, name) }]);
  };
  return (
    <Form
      className={form["form"] ?? ""}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <AreaField
        label={formatMessage({ id: "hub.pasteText" })}
        rows={10}
        isCode
        value={text}
        onChange={setText}
        isInvalid={isSubmitted && isEmpty}
        error={isSubmitted && isEmpty ? formatMessage({ id: "form.required" }) : undefined}
        validationBehavior="aria"
      />
      <NameField name={name} onChange={setTyped} problem={isSubmitted ? problem : undefined} />
      <Foot act="hub.toEditor" />
    </Form>
  );
}

/** Adds front matter to a prompt that has none. */
function withMatter(text: string, name: string): string {
  const { problem } = readSkillText(text);
  if (problem?.message !== "---") return text;
  return newSkillText({ name, display_name: "", description: "" }) + text;
}

function FromFiles({ onReady }: WayProps): ReactNode {
  const [read, setRead] = useState<ReturnType<typeof belowFolder>>();
  const [failure, setFailure] = useState<UnreadableUpload>();
  const [typed, setTyped] = useState<string>();
  const [isSubmitted, setIsSubmitted] = useState(false);
  const main = read?.files.find(({ path }) => path === "SKILL.md");
  const name =
    typed ?? (main && "text" in main ? nameInText(main.text) : undefined) ?? read?.folder ?? "";
  const problem = useNameProblem(name);
  const take = async (dropped: Dropped): Promise<void> => {
    try {
      setFailure(undefined);
      setRead(belowFolder(await readUpload(await chosenOf(dropped))));
    } catch (error) {
      if (!(error instanceof UnreadableUpload)) throw error;
      setFailure(error);
    }
  };
  const send = (): void => {
    setIsSubmitted(true);
    if (read === undefined || main === undefined || problem !== undefined) return;
    void onReady(name, read.files);
  };
  return (
    <Form
      className={form["form"] ?? ""}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <DropZone
        className={styles["drop"] ?? ""}
        onDrop={({ items }) => {
          void take({
            items: items.filter((item) => isFileDropItem(item) || isDirectoryDropItem(item)),
          });
        }}
      >
        <FolderUp size={20} aria-hidden="true" />
        <p>
          <FormattedMessage id="hub.dropSkill" />
        </p>
        <div className={`${form["buttons"]} ${styles["buttons"]}`}>
          <FileTrigger allowsMultiple onSelect={(list) => void take({ list: [...(list ?? [])] })}>
            <Button>
              <FormattedMessage id="hub.chooseFiles" />
            </Button>
          </FileTrigger>
          <FileTrigger acceptDirectory onSelect={(list) => void take({ list: [...(list ?? [])] })}>
            <Button>
              <FormattedMessage id="hub.chooseFolder" />
            </Button>
          </FileTrigger>
        </div>
      </DropZone>
      <UploadResult read={read} failure={failure} />
      {main !== undefined && (
        <NameField name={name} onChange={setTyped} problem={isSubmitted ? problem : undefined} />
      )}
      <p className={`${textStyles["soft"]} ${styles["soft"]}`}>
        <FormattedMessage
          id="hub.importByGit"
          values={{ command: <code>agent-cli skill import &lt;git-url&gt;</code> }}
        />
      </p>
      <Foot act="hub.toEditor" isDisabled={main === undefined} />
    </Form>
  );
}

interface UploadResultProps {
  readonly read: ReturnType<typeof belowFolder> | undefined;
  readonly failure: UnreadableUpload | undefined;
}

function UploadResult({ read, failure }: UploadResultProps): ReactNode {
  if (failure !== undefined) {
    return (
      <Note tone="madder">
        <FormattedMessage id={`hub.upload.${failure.reason}`} />
      </Note>
    );
  }
  if (read === undefined) return null;
  const hasMain = read.files.some(({ path }) => path === "SKILL.md");
  return (
    <Note tone={hasMain ? "leaf" : "madder"}>
      <FormattedMessage
        id={hasMain ? "hub.filesRead" : "hub.noMainFile"}
        values={{ count: read.files.length }}
      />
    </Note>
  );
}

interface FootProps {
  readonly act: "hub.beginSkill" | "hub.toEditor";
  readonly isDisabled?: boolean;
}

function Foot({ act, isDisabled = false }: FootProps): ReactNode {
  return (
    <div className={form["foot"]}>
      <Button look="primary" type="submit" isDisabled={isDisabled}>
        <FormattedMessage id={act} />
      </Button>
    </div>
  );
}
