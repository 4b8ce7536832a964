import { Plus, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Form } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import { type Project, useSaveManifest } from "../../api/hub/projects.ts";
import { useSkills } from "../../api/hub/skills.ts";
import { Button } from "../../ui/button.tsx";
import { AreaField } from "../../ui/fields/area-field.tsx";
import { Checkbox } from "../../ui/fields/checkbox.tsx";
import { SelectField } from "../../ui/fields/select-field.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import { Note } from "../../ui/notes/note.tsx";
import { Refusal } from "../../ui/notes/refusal.tsx";
import {
  formToManifest,
  type ManifestFormValues,
  manifestToForm,
  type ServerFormValues,
  type ServiceFormValues,
  validateManifest,
} from "./manifest-form-values.ts";
import field from "../../ui/fields/field.module.css";
import form from "../../ui/form.module.css";
import heading from "../../ui/heading.module.css";
import panel from "../../ui/panel.module.css";
import text from "../../ui/text.module.css";
import styles from "./projects.module.css";

interface ManifestFormProps {
  readonly project: Project;
  readonly mayChange: boolean;
}

const WEIGHTS = ["told", "light", "heavy"] as const;

/** A project's requirements on workers. After saving, its workers set it up again. */
export function ManifestForm({ project, mayChange }: ManifestFormProps): ReactNode {
  const [values, setValues] = useState(() => manifestToForm(project.manifest));
  const [isSubmitted, setIsSubmitted] = useState(false);
  const save = useSaveManifest(project.id);
  const wrong = isSubmitted ? validateManifest(values) : undefined;
  const isChanged = JSON.stringify(values) !== JSON.stringify(manifestToForm(project.manifest));
  const set = (change: Partial<ManifestFormValues>): void => {
    if (!save.isIdle) save.reset();
    setValues({ ...values, ...change });
  };
  const send = (): void => {
    setIsSubmitted(true);
    if (validateManifest(values) === undefined && !save.isPending)
      save.mutate(formToManifest(values));
  };
  return (
    <Form
      className={`${form["form"]} ${styles["parts"]}`}
      validationBehavior="aria"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Fields values={values} mayChange={mayChange} wrong={wrong} onChange={set} />
      <Refusal error={save.error} />
      {save.isSuccess && !isChanged && (
        <Note tone="leaf">
          <FormattedMessage id="hub.manifestSaved" />
        </Note>
      )}
      {mayChange && (
        <div className={form["foot"]}>
          <Button look="primary" type="submit" isDisabled={!isChanged} isWorking={save.isPending}>
            <FormattedMessage id="hub.saveManifest" />
          </Button>
        </div>
      )}
    </Form>
  );
}

interface FieldsProps {
  readonly values: ManifestFormValues;
  readonly mayChange: boolean;
  readonly wrong: ReturnType<typeof validateManifest>;
  readonly onChange: (change: Partial<ManifestFormValues>) => void;
}

function Fields({ values, mayChange, wrong, onChange }: FieldsProps): ReactNode {
  const { formatMessage } = useIntl();
  const errorAt = (place: string): string | undefined =>
    wrong?.place === place ? formatMessage({ id: `hub.manifestWrong.${wrong.kind}` }) : undefined;
  const line = (name: "containers" | "workDir" | "envVars") => ({
    label: formatMessage({ id: `hub.${name}` }),
    value: values[name],
    onChange: (value: string) => onChange({ [name]: value }),
    isInvalid: errorAt(name) !== undefined,
    error: errorAt(name),
  });
  return (
    <fieldset disabled={!mayChange} className={`${form["form"]} ${styles["parts"]}`}>
      <div className={form["two"]}>
        <SelectField
          label={formatMessage({ id: "hub.weight" })}
          help={formatMessage({ id: "hub.weightHelp" })}
          options={WEIGHTS.map((id) => [id, formatMessage({ id: `hub.weight.${id}` })] as const)}
          value={values.weight}
          onChange={(id) => onChange({ weight: WEIGHTS.find((one) => one === id) ?? "told" })}
          isDisabled={!mayChange}
        />
        <TextField {...line("containers")} inputMode="numeric" />
      </div>
      <TextField {...line("workDir")} help={formatMessage({ id: "hub.workDirHelp" })} />
      <ServiceRows
        rows={values.services}
        onChange={(services) => onChange({ services })}
        error={errorAt("services")}
        mayChange={mayChange}
      />
      <ServerRows
        rows={values.mcpServers}
        onChange={(mcpServers) => onChange({ mcpServers })}
        error={errorAt("mcpServers")}
        mayChange={mayChange}
      />
      <SkillTicks
        chosen={values.skills}
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
    <section className={`${form["form"]} ${styles["list"]}`}>
      <h3 className={heading["label"]}>
        <FormattedMessage id="hub.manifestSkills" />
      </h3>
      {names.length === 0 && (
        <p className={text["soft"]}>
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

interface ServerRowsProps {
  readonly rows: readonly ServerFormValues[];
  readonly onChange: (rows: readonly ServerFormValues[]) => void;
  readonly error: string | undefined;
  readonly mayChange: boolean;
}

const BEGUN = '{\n  "command": ""\n}';

/** The MCP servers configured on the project's workers. */
function ServerRows({ rows, onChange, error, mayChange }: ServerRowsProps): ReactNode {
  const { formatMessage } = useIntl();
  const set = (place: number, change: Partial<ServerFormValues>): void =>
    onChange(rows.map((row, at) => (at === place ? Object.assign({}, row, change) : row)));
  return (
    <section className={`${form["form"]} ${styles["list"]}`}>
      <h3 className={heading["label"]}>
        <FormattedMessage id="hub.mcpServers" />
      </h3>
      {rows.map(({ name, settings }, place) => (
        // Rows have no identity until they are named.
        <div key={place} className={`${panel["box"]} ${styles["server"]}`}>
          <TextField
            label={formatMessage({ id: "hub.needName.mcp_servers" })}
            value={name}
            onChange={(next) => set(place, { name: next })}
          />
          <div className={styles["remove"]}>
            <Button
              iconOnly
              look="quiet"
              isDisabled={!mayChange}
              aria-label={formatMessage({ id: "hub.deleteOf" }, { name })}
              onPress={() => onChange(rows.toSpliced(place, 1))}
            >
              <Trash2 size={15} aria-hidden="true" />
            </Button>
          </div>
          <AreaField
            label={formatMessage({ id: "hub.serverSettings" })}
            help={formatMessage({ id: "hub.serverSettingsHelp" })}
            rows={4}
            isCode
            value={settings}
            onChange={(next) => set(place, { settings: next })}
          />
        </div>
      ))}
      {error !== undefined && <p className={field["error"]}>{error}</p>}
      {mayChange && (
        <div>
          <Button look="quiet" onPress={() => onChange([...rows, { name: "", settings: BEGUN }])}>
            <Plus size={15} aria-hidden="true" />
            <FormattedMessage id="hub.addServer" />
          </Button>
        </div>
      )}
    </section>
  );
}

interface ServiceRowsProps {
  readonly rows: readonly ServiceFormValues[];
  readonly onChange: (rows: readonly ServiceFormValues[]) => void;
  readonly error: string | undefined;
  readonly mayChange: boolean;
}

/** Services of the project that run on the machine, and their ports. */
function ServiceRows({ rows, onChange, error, mayChange }: ServiceRowsProps): ReactNode {
  const { formatMessage } = useIntl();
  const set = (place: number, change: Partial<ServiceFormValues>): void =>
    onChange(rows.map((row, at) => (at === place ? Object.assign({}, row, change) : row)));
  return (
    <section className={`${form["form"]} ${styles["list"]}`}>
      <h3 className={heading["label"]}>
        <FormattedMessage id="hub.services" />
      </h3>
      {rows.map(({ name, ports }, place) => (
        // Rows have no identity until they are named.
        <div key={place} className={styles["row"]}>
          <TextField
            label={formatMessage({ id: "hub.serviceName" })}
            value={name}
            onChange={(next) => set(place, { name: next })}
          />
          <TextField
            label={formatMessage({ id: "hub.ports" })}
            value={ports}
            onChange={(next) => set(place, { ports: next })}
          />
          <div className={styles["remove"]}>
            <Button
              iconOnly
              look="quiet"
              isDisabled={!mayChange}
              aria-label={formatMessage({ id: "hub.deleteOf" }, { name })}
              onPress={() => onChange(rows.toSpliced(place, 1))}
            >
              <Trash2 size={15} aria-hidden="true" />
            </Button>
          </div>
        </div>
      ))}
      {error !== undefined && <p className={field["error"]}>{error}</p>}
      {mayChange && (
        <div>
          <Button look="quiet" onPress={() => onChange([...rows, { name: "", ports: "" }])}>
            <Plus size={15} aria-hidden="true" />
            <FormattedMessage id="hub.addService" />
          </Button>
        </div>
      )}
    </section>
  );
}
