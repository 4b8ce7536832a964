import { NEED_NAMES } from "@loam/cms-core/browser/skills";
import { Lock, Plus, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import {
  Button as AriaButton,
  Dialog,
  DialogTrigger,
  Form,
  Label,
  Popover,
  Tag,
  TagGroup,
  TagList,
} from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import { Button } from "../../../ui/button.tsx";
import { AreaField } from "../../../ui/fields/area-field.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { editMatter, type MatterFields, NEEDS, type Need, readSkillText } from "../front-matter.ts";
import type { SkillProblem } from "./problems.ts";
import form from "../../../ui/form.module.css";
import heading from "../../../ui/heading.module.css";
import menu from "../../../ui/menu.module.css";
import textStyles from "../../../ui/text.module.css";
import styles from "./skill-editor.module.css";

interface MatterProps {
  /** Complete text of SKILL.md. */
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly problems: readonly SkillProblem[];
}

/** Display name and description of a skill. */
export function FrontMatterForm({ text, onChange, problems }: MatterProps): ReactNode {
  const { formatMessage } = useIntl();
  const { fields, derivedName, others } = readSkillText(text);
  if (fields === undefined) return null;
  const set = (change: Partial<MatterFields>): void => onChange(editMatter(text, change));
  const problemOf = (field: string): string | undefined =>
    problems.find((problem) => problem.field === field)?.message;
  const required = formatMessage({ id: "form.required" });
  const wrongDescription =
    problemOf("description") ?? (fields.description.trim() === "" ? required : undefined);
  return (
    <div className={styles["matter"]}>
      <TextField
        label={formatMessage({ id: "hub.displayName" })}
        value={fields.display_name}
        onChange={(value) => set({ display_name: value })}
        maxLength={200}
        isInvalid={problemOf("display_name") !== undefined}
        error={problemOf("display_name")}
        {...(derivedName !== undefined && {
          help: formatMessage({ id: "hub.nameDerived" }, { name: derivedName }),
        })}
        validationBehavior="aria"
      />
      <AreaField
        label={formatMessage({ id: "hub.description" })}
        rows={1}
        value={fields.description}
        // The value is a single line, even if displayed in several.
        onChange={(value) => set({ description: value.replaceAll(/\s*\n\s*/g, " ") })}
        maxLength={1024}
        isInvalid={wrongDescription !== undefined}
        error={wrongDescription}
        validationBehavior="aria"
      />
      {others.length > 0 && (
        <p className={`${textStyles["faint"]} ${styles["others"]}`}>
          <FormattedMessage id="hub.otherKeys" values={{ keys: others.join(", ") }} />
        </p>
      )}
    </div>
  );
}

/** Requirements of a skill, checked before every run. */
export function NeedsForm({ text, onChange, problems }: MatterProps): ReactNode {
  const { fields } = readSkillText(text);
  if (fields === undefined) return null;
  const set = (need: Need, names: readonly string[]): void =>
    onChange(editMatter(text, { needs: { ...fields.needs, [need]: names } }));
  return (
    <section className={styles["needs"]}>
      <h2
        className={`${heading["heading"]} ${heading["lined"]} ${heading["head"]} ${styles["section"]}`}
      >
        <FormattedMessage id="hub.needs" />
        <small>
          <FormattedMessage id="hub.needsChecked" />
        </small>
      </h2>
      {NEEDS.map((need) => (
        <NeedList
          key={need}
          need={need}
          names={fields.needs[need]}
          onChange={(names) => set(need, names)}
          problem={problems.find(({ field = "" }) => field.startsWith(`requires.${need}`))?.message}
        />
      ))}
    </section>
  );
}

interface NeedListProps {
  readonly need: Need;
  readonly names: readonly string[];
  readonly onChange: (names: readonly string[]) => void;
  readonly problem: string | undefined;
}

function NeedList({ need, names, onChange, problem }: NeedListProps): ReactNode {
  return (
    <div className={`${form["buttons"]} ${styles["need"]}`}>
      <TagGroup
        className={styles["tagGroup"] ?? ""}
        onRemove={(keys) => onChange(names.filter((name) => !keys.has(name)))}
      >
        <Label>
          <FormattedMessage id={`hub.need.${need}`} />
        </Label>
        <TagList className={styles["chips"] ?? ""}>
          {names.map((name) => (
            <Tag key={name} id={name} textValue={name} className={styles["chip"] ?? ""}>
              {need === "env_vars" && <Lock size={13} aria-hidden="true" />}
              {name}
              <AriaButton slot="remove">
                <X size={13} aria-hidden="true" />
              </AriaButton>
            </Tag>
          ))}
        </TagList>
      </TagGroup>
      <AddNeed need={need} onAdd={(name) => onChange([...new Set([...names, name])])} />
      {problem !== undefined && (
        <p className={`${textStyles["problem"]} ${styles["problem"]}`}>{problem}</p>
      )}
    </div>
  );
}

interface AddNeedProps {
  readonly need: Need;
  readonly onAdd: (name: string) => void;
}

function AddNeed({ need, onAdd }: AddNeedProps): ReactNode {
  const { formatMessage } = useIntl();
  const [name, setName] = useState("");
  const [isWrong, setIsWrong] = useState(false);
  const label = formatMessage({ id: `hub.need.${need}` });
  return (
    <DialogTrigger onOpenChange={() => setName("")}>
      <AriaButton
        className={styles["addChip"] ?? ""}
        aria-label={formatMessage({ id: "hub.addNeed" }, { to: label })}
      >
        <Plus size={13} aria-hidden="true" />
        <FormattedMessage id="hub.add" />
      </AriaButton>
      <Popover className={menu["popup"] ?? ""}>
        <Dialog className={styles["addDialog"] ?? ""} aria-label={label}>
          {({ close }) => (
            <Form
              className={styles["addForm"] ?? ""}
              onSubmit={(event) => {
                event.preventDefault();
                const isRight = NEED_NAMES[need].test(name.trim());
                setIsWrong(!isRight);
                if (!isRight) return;
                onAdd(name.trim());
                close();
              }}
            >
              <TextField
                label={formatMessage({ id: `hub.needName.${need}` })}
                value={name}
                onChange={setName}
                autoFocus
                isInvalid={isWrong}
                error={isWrong ? formatMessage({ id: `hub.needWrong.${need}` }) : undefined}
                validationBehavior="aria"
              />
              <Button type="submit">
                <FormattedMessage id="hub.add" />
              </Button>
            </Form>
          )}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
