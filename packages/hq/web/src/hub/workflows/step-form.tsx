import { templateNames } from "@loam/cms-core/browser";
import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useSkillReview } from "../../api/hub/skill-review.ts";
import { useSkill, useSkills, useSkillVersions } from "../../api/hub/skills.ts";
import { Button } from "../../ui/button.tsx";
import { AreaField } from "../../ui/fields/area-field.tsx";
import { SelectField, type SelectOption } from "../../ui/fields/select-field.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import type { DraftStep } from "./steps.ts";
import form from "../../ui/form.module.css";
import heading from "../../ui/heading.module.css";
import text from "../../ui/text.module.css";
import styles from "./workflows.module.css";

interface StepFormProps {
  readonly step: DraftStep;
  /** Starts at 0. */
  readonly place: number;
  /** Number of steps. */
  readonly count: number;
  readonly mayChange: boolean;
  /** Whether to show errors for missing values. */
  readonly isSubmitted: boolean;
  readonly onChange: (step: DraftStep) => void;
  readonly onMove: (to: number) => void;
  readonly onRemove: () => void;
}

const AGAIN = [1, 2, 3, 5, 10] as const;

/** A step: its skill, additional inputs, and failure handling. */
export function StepForm(props: StepFormProps): ReactNode {
  const { step, place, count, mayChange, isSubmitted, onChange, onMove, onRemove } = props;
  const { formatMessage } = useIntl();
  const { data: skills = [] } = useSkills();
  const names = [...new Set([...skills.map(({ name }) => name), step.skill])].filter(Boolean);
  return (
    <div className={`${form["form"]} ${styles["form"]}`}>
      <SelectField
        label={formatMessage({ id: "hub.skillOne" })}
        placeholder={formatMessage({ id: "hub.choose" })}
        options={names.map(
          (name) =>
            [name, skills.find((skill) => skill.name === name)?.display_name ?? name] as const,
        )}
        value={step.skill === "" ? null : step.skill}
        onChange={(skill) => onChange({ ...step, skill, version: undefined, use: undefined })}
        isDisabled={!mayChange}
        error={
          isSubmitted && step.skill === "" ? formatMessage({ id: "form.required" }) : undefined
        }
      />
      <div className={form["two"]}>
        <VersionField step={step} mayChange={mayChange} onChange={onChange} />
        <FailureField step={step} mayChange={mayChange} onChange={onChange} />
      </div>
      <Inputs step={step} mayChange={mayChange} onChange={onChange} />
      {mayChange && (
        <div className={styles["acts"]}>
          <Button look="quiet" isDisabled={place === 0} onPress={() => onMove(place - 1)}>
            <ArrowUp size={15} aria-hidden="true" />
            <FormattedMessage id="hub.moveUp" />
          </Button>
          <Button look="quiet" isDisabled={place === count - 1} onPress={() => onMove(place + 1)}>
            <ArrowDown size={15} aria-hidden="true" />
            <FormattedMessage id="hub.moveDown" />
          </Button>
          <Button look="quiet" onPress={onRemove}>
            <Trash2 size={15} aria-hidden="true" />
            <FormattedMessage id="hub.removeStep" />
          </Button>
        </div>
      )}
    </div>
  );
}

type PartProps = Pick<StepFormProps, "step" | "mayChange" | "onChange">;

function VersionField({ step, mayChange, onChange }: PartProps): ReactNode {
  return step.skill === "" ? null : (
    <KnownVersions step={step} mayChange={mayChange} onChange={onChange} />
  );
}

function KnownVersions({ step, mayChange, onChange }: PartProps): ReactNode {
  const { formatMessage } = useIntl();
  const { data: versions = [] } = useSkillVersions(step.skill);
  const usual = useUsualVersion();
  return (
    <SelectField
      label={formatMessage({ id: "hub.version" })}
      options={[
        ["reviewed", formatMessage({ id: "hub.newestReviewed" })],
        ["newest", formatMessage({ id: "hub.newestWithoutSecrets" })],
        ...versions.map(({ version, review }): SelectOption => {
          const name = formatMessage({ id: "hub.versionN" }, { version });
          if (review !== null) return [String(version), name];
          return [String(version), name, formatMessage({ id: "hub.notReviewed" })];
        }),
      ]}
      value={String(step.version ?? step.use ?? usual)}
      onChange={(id) =>
        onChange(
          id === "reviewed" || id === "newest"
            ? { ...step, version: undefined, use: id }
            : { ...step, version: Number(id), use: undefined },
        )
      }
      isDisabled={!mayChange}
    />
  );
}

/** Returns the version policy of steps that don't specify one. */
export function useUsualVersion(): "reviewed" | "newest" {
  const { data: rule } = useSkillReview();
  return rule?.required === true ? "reviewed" : "newest";
}

function FailureField({ step, mayChange, onChange }: PartProps): ReactNode {
  const { formatMessage } = useIntl();
  const { onFailure } = step;
  const times = typeof onFailure === "number" ? [...new Set([...AGAIN, onFailure])] : AGAIN;
  return (
    <SelectField
      label={formatMessage({ id: "hub.onFailure" })}
      options={[
        ["stop", formatMessage({ id: "hub.onFailure.stop" })],
        ["continue", formatMessage({ id: "hub.onFailure.continue" })],
        ...times
          .toSorted((left, right) => left - right)
          .map(
            (count) =>
              [String(count), formatMessage({ id: "hub.onFailure.again" }, { count })] as const,
          ),
      ]}
      value={String(onFailure)}
      onChange={(id) =>
        onChange({
          ...step,
          onFailure: id === "stop" || id === "continue" ? id : Number(id),
        })
      }
      isDisabled={!mayChange}
    />
  );
}

/** Variables for this step only. Those of its prompt are suggested. */
function Inputs({ step, mayChange, onChange }: PartProps): ReactNode {
  const { formatMessage } = useIntl();
  const { inputs } = step;
  const set = (at: number, change: Partial<(typeof inputs)[number]>): void =>
    onChange({
      ...step,
      inputs: inputs.map((one, place) => (place === at ? Object.assign({}, one, change) : one)),
    });
  const add = (name: string): void =>
    onChange({ ...step, inputs: [...inputs, { name, value: "" }] });
  return (
    <section className={`${form["form"]} ${styles["inputs"]}`}>
      <h3 className={heading["label"]}>
        <FormattedMessage id="hub.inputs" />
      </h3>
      <p className={`${text["soft"]} ${styles["soft"]}`}>
        <FormattedMessage id="hub.inputsAre" />
      </p>
      {inputs.map(({ name, value }, place) => (
        // Rows have no identity until they are named.
        <div key={place} className={styles["input"]}>
          <TextField
            label={formatMessage({ id: "hub.variableName" })}
            value={name}
            onChange={(next) => set(place, { name: next })}
            isReadOnly={!mayChange}
          />
          <AreaField
            label={formatMessage({ id: "hub.value" })}
            rows={1}
            isCode
            value={value}
            onChange={(next) => set(place, { value: next })}
            isReadOnly={!mayChange}
          />
          {mayChange && (
            <Button
              iconOnly
              look="quiet"
              aria-label={formatMessage({ id: "hub.deleteOf" }, { name })}
              onPress={() => onChange({ ...step, inputs: inputs.toSpliced(place, 1) })}
            >
              <Trash2 size={15} aria-hidden="true" />
            </Button>
          )}
        </div>
      ))}
      {mayChange && (
        <div className={styles["offers"]}>
          {step.skill !== "" && <Offered step={step} onAdd={add} />}
          <Button look="quiet" onPress={() => add("")}>
            <Plus size={15} aria-hidden="true" />
            <FormattedMessage id="hub.addInput" />
          </Button>
        </div>
      )}
    </section>
  );
}

interface OfferedProps {
  readonly step: DraftStep;
  readonly onAdd: (name: string) => void;
}

function Offered({ step, onAdd }: OfferedProps): ReactNode {
  const { data: skill } = useSkill(step.skill);
  const defined = new Set(step.inputs.map(({ name }) => name));
  return templateNames(skill?.body ?? "")
    .filter((name) => !defined.has(name))
    .map((name) => (
      <Button key={name} look="quiet" onPress={() => onAdd(name)}>
        <Plus size={15} aria-hidden="true" />
        {name}
      </Button>
    ));
}
