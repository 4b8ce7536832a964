import { GripVertical, Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import {
  Button as AriaButton,
  GridList,
  GridListItem,
  useDragAndDrop,
} from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import { useSkills } from "../../api/hub/skills.ts";
import { Button } from "../../ui/button.tsx";
import { StepForm, useUsualVersion } from "./step-form.tsx";
import { type DraftStep, moveSteps, newStep } from "./steps.ts";
import field from "../../ui/fields/field.module.css";
import heading from "../../ui/heading.module.css";
import list from "../../ui/list.module.css";
import text from "../../ui/text.module.css";
import page from "../workers/workers.module.css";
import styles from "./workflows.module.css";

interface StepEditorProps {
  readonly steps: readonly DraftStep[];
  readonly mayChange: boolean;
  /** Whether to show errors for missing values. */
  readonly isSubmitted: boolean;
  readonly onChange: (make: (steps: readonly DraftStep[]) => readonly DraftStep[]) => void;
}

/** The steps of a workflow, reordered by drag and drop or keyboard, next to the selected step. */
export function StepEditor({
  steps,
  mayChange,
  isSubmitted,
  onChange,
}: StepEditorProps): ReactNode {
  const [chosen, setChosen] = useState<string>();
  const step = steps.find(({ key }) => key === chosen) ?? steps[0];
  const add = (): void => {
    const added = newStep();
    onChange((all) => [...all, added]);
    setChosen(added.key);
  };
  return (
    <section>
      <header className={`${heading["head"]} ${heading["lined"]} ${page["heading"]}`}>
        <h2 className={heading["heading"]}>
          <FormattedMessage id="hub.steps" />
        </h2>
        {mayChange && (
          <Button onPress={add}>
            <Plus size={15} aria-hidden="true" />
            <FormattedMessage id="hub.addStep" />
          </Button>
        )}
      </header>
      {isSubmitted && steps.length === 0 && (
        <p className={field["error"]}>
          <FormattedMessage id="hub.stepWanted" />
        </p>
      )}
      {step === undefined ? (
        <p className={`${text["soft"]} ${styles["soft"]}`}>
          <FormattedMessage id="hub.noSteps" />
        </p>
      ) : (
        <div className={styles["steps"]}>
          <StepList
            steps={steps}
            chosen={step.key}
            mayChange={mayChange}
            onChoose={setChosen}
            onChange={onChange}
          />
          <StepForm
            key={step.key}
            step={step}
            place={steps.indexOf(step)}
            count={steps.length}
            mayChange={mayChange}
            isSubmitted={isSubmitted}
            onChange={(next) =>
              onChange((all) => all.map((one) => (one.key === next.key ? next : one)))
            }
            onMove={(to) =>
              onChange((all) => all.filter(({ key }) => key !== step.key).toSpliced(to, 0, step))
            }
            onRemove={() => onChange((all) => all.filter(({ key }) => key !== step.key))}
          />
        </div>
      )}
    </section>
  );
}

interface StepListProps extends Pick<StepEditorProps, "steps" | "mayChange" | "onChange"> {
  /** Key of the selected step. */
  readonly chosen: string;
  readonly onChoose: (key: string) => void;
}

function StepList({ steps, chosen, mayChange, onChoose, onChange }: StepListProps): ReactNode {
  const { formatMessage } = useIntl();
  const titleOf = useStepTitle();
  const { dragAndDropHooks } = useDragAndDrop({
    isDisabled: !mayChange,
    getItems: (keys) =>
      [...keys].map((key) => {
        const dragged = steps.find((one) => one.key === key);
        return { "text/plain": dragged === undefined ? "" : titleOf(dragged) };
      }),
    onReorder: ({ keys, target: { key, dropPosition } }) =>
      onChange((all) => moveSteps(all, keys, { key, isAfter: dropPosition === "after" })),
  });
  return (
    <GridList
      className={`${list["sortable"]} ${styles["list"]}`}
      aria-label={formatMessage({ id: "hub.steps" })}
      items={steps}
      dependencies={[titleOf]}
      selectionMode="single"
      selectionBehavior="replace"
      disallowEmptySelection
      selectedKeys={[chosen]}
      onSelectionChange={(keys) => {
        const [key] = keys === "all" ? [] : keys;
        onChoose(String(key));
      }}
      dragAndDropHooks={dragAndDropHooks}
    >
      {(one) => (
        <GridListItem
          id={one.key}
          textValue={titleOf(one)}
          className={`${list["option"]} ${styles["step"]}`}
        >
          <AriaButton slot="drag" className={list["grip"] ?? ""} isDisabled={!mayChange}>
            <GripVertical size={15} aria-hidden="true" />
          </AriaButton>
          <StepText step={one} number={steps.indexOf(one) + 1} title={titleOf(one)} />
        </GridListItem>
      )}
    </GridList>
  );
}

function useStepTitle(): (step: DraftStep) => string {
  const { formatMessage } = useIntl();
  const { data: skills = [] } = useSkills();
  return ({ skill }) => {
    if (skill === "") return formatMessage({ id: "hub.noSkillChosen" });
    return skills.find(({ name }) => name === skill)?.display_name ?? skill;
  };
}

interface StepTextProps {
  readonly step: DraftStep;
  readonly number: number;
  readonly title: string;
}

function StepText({ step, number, title }: StepTextProps): ReactNode {
  const { version, use, inputs, onFailure } = step;
  const usual = useUsualVersion();
  return (
    <div className={styles["words"]}>
      <b>
        {number}. {title}
      </b>
      <small>
        {version === undefined ? (
          <FormattedMessage
            id={(use ?? usual) === "reviewed" ? "hub.newestReviewed" : "hub.newest"}
          />
        ) : (
          <FormattedMessage id="hub.versionN" values={{ version }} />
        )}
        {" · "}
        <FormattedMessage
          id="hub.onFailureShort"
          values={{
            rule: typeof onFailure === "number" ? "again" : onFailure,
            times: typeof onFailure === "number" ? onFailure : 0,
          }}
        />
        {inputs.length > 0 && (
          <>
            {" · "}
            <FormattedMessage id="hub.inputCount" values={{ count: inputs.length }} />
          </>
        )}
      </small>
    </div>
  );
}
