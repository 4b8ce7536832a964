import { type ReactNode, useState } from "react";
import { Form } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import { type Project, useSaveManifest } from "../../api/hub/projects.ts";
import { useSkills } from "../../api/hub/skills.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/fields/checkbox.tsx";
import { SelectField } from "../../ui/fields/select-field.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import { Note } from "../../ui/notes/note.tsx";
import { Refusal } from "../../ui/notes/refusal.tsx";
import { type ManifestWords, manifestOf, wordsOf, wrongWith } from "./manifest-form-values.ts";
import { ServerRows } from "./server-rows.tsx";
import { ServiceRows } from "./service-rows.tsx";
import styles from "./projects.module.css";

interface ManifestFormProps {
  readonly project: Project;
  readonly mayChange: boolean;
}

const WEIGHTS = ["told", "light", "heavy"] as const;

/** A project's requirements on workers. After saving, its workers set it up again. */
export function ManifestForm({ project, mayChange }: ManifestFormProps): ReactNode {
  const [words, setWords] = useState(() => wordsOf(project.manifest));
  const [isTold, setIsTold] = useState(false);
  const save = useSaveManifest(project.id);
  const wrong = isTold ? wrongWith(words) : undefined;
  const isChanged = JSON.stringify(words) !== JSON.stringify(wordsOf(project.manifest));
  const set = (change: Partial<ManifestWords>): void => {
    if (!save.isIdle) save.reset();
    setWords({ ...words, ...change });
  };
  const send = (): void => {
    setIsTold(true);
    if (wrongWith(words) === undefined && !save.isPending) save.mutate(manifestOf(words));
  };
  return (
    <Form
      className={styles["parts"] ?? ""}
      validationBehavior="aria"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Fields words={words} mayChange={mayChange} wrong={wrong} onChange={set} />
      <Refusal error={save.error} />
      {save.isSuccess && !isChanged && (
        <Note tone="leaf">
          <FormattedMessage id="hub.manifestSaved" />
        </Note>
      )}
      {mayChange && (
        <div className={styles["foot"]}>
          <Button look="primary" type="submit" isDisabled={!isChanged} isWorking={save.isPending}>
            <FormattedMessage id="hub.saveManifest" />
          </Button>
        </div>
      )}
    </Form>
  );
}

interface FieldsProps {
  readonly words: ManifestWords;
  readonly mayChange: boolean;
  readonly wrong: ReturnType<typeof wrongWith>;
  readonly onChange: (change: Partial<ManifestWords>) => void;
}

function Fields({ words, mayChange, wrong, onChange }: FieldsProps): ReactNode {
  const { formatMessage } = useIntl();
  const errorAt = (place: string): string | undefined =>
    wrong?.place === place ? formatMessage({ id: `hub.manifestWrong.${wrong.kind}` }) : undefined;
  const line = (name: "containers" | "workDir" | "envVars") => ({
    label: formatMessage({ id: `hub.${name}` }),
    value: words[name],
    onChange: (value: string) => onChange({ [name]: value }),
    isInvalid: errorAt(name) !== undefined,
    error: errorAt(name),
  });
  return (
    <fieldset disabled={!mayChange} className={styles["parts"]}>
      <div className={styles["two"]}>
        <SelectField
          label={formatMessage({ id: "hub.weight" })}
          help={formatMessage({ id: "hub.weightHelp" })}
          options={WEIGHTS.map((id) => [id, formatMessage({ id: `hub.weight.${id}` })] as const)}
          value={words.weight}
          onChange={(id) => onChange({ weight: WEIGHTS.find((one) => one === id) ?? "told" })}
          isDisabled={!mayChange}
        />
        <TextField {...line("containers")} inputMode="numeric" />
      </div>
      <TextField {...line("workDir")} help={formatMessage({ id: "hub.workDirHelp" })} />
      <ServiceRows
        rows={words.services}
        onChange={(services) => onChange({ services })}
        error={errorAt("services")}
        mayChange={mayChange}
      />
      <ServerRows
        rows={words.mcpServers}
        onChange={(mcpServers) => onChange({ mcpServers })}
        error={errorAt("mcpServers")}
        mayChange={mayChange}
      />
      <SkillTicks
        chosen={words.skills}
        onChange={(skills) => onChange({ skills })}
        mayChange={mayChange}
      />
      <TextField {...line("envVars")} help={formatMessage({ id: "hub.envVarsHelp" })} />
    </fieldset>
  );
}

interface SkillTicksProps {
  readonly chosen: readonly string[];
  readonly onChange: (names: readonly string[]) => void;
  readonly mayChange: boolean;
}

/** Skills that are deployed to the project's workers. Selected skills that were deleted are still listed. */
function SkillTicks({ chosen, onChange, mayChange }: SkillTicksProps): ReactNode {
  const { data: skills = [] } = useSkills();
  const names = [...new Set([...skills.map(({ name }) => name), ...chosen])];
  return (
    <section className={styles["list"]}>
      <h3>
        <FormattedMessage id="hub.manifestSkills" />
      </h3>
      {names.length === 0 && (
        <p className={styles["soft"]}>
          <FormattedMessage id="hub.noSkillsTitle" />
        </p>
      )}
      {names.map((name) => (
        <Checkbox
          key={name}
          isDisabled={!mayChange}
          isSelected={chosen.includes(name)}
          onChange={(isIn) =>
            onChange(isIn ? [...chosen, name] : chosen.filter((other) => other !== name))
          }
        >
          {skills.find((skill) => skill.name === name)?.display_name ?? name}
        </Checkbox>
      ))}
    </section>
  );
}
