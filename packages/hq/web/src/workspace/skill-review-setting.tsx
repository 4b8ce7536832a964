import { type ReactNode, useState } from "react";
import { FormattedList, FormattedMessage, useIntl } from "react-intl";
import {
  type SkillReviewRule,
  usePutSkillReview,
  useSkillReview,
} from "../api/hub/skill-review.ts";
import { SelectField } from "../ui/fields/select-field.tsx";
import { Loading } from "../ui/notes/loading.tsx";
import { ActForm } from "../ui/sections/act-form.tsx";

const SETTINGS = ["automatic", "on", "off"] as const;

/** Whether skills must be reviewed before they run with secrets. Everyone can see it, managers can change it. */
export function SkillReviewSetting({ mayChange }: { readonly mayChange: boolean }): ReactNode {
  const { data: rule, error } = useSkillReview();
  if (rule === undefined) return <Loading error={error} />;
  return (
    <>
      <p>
        <InForce rule={rule} />
      </p>
      {mayChange && <SettingForm setting={rule.setting} />}
    </>
  );
}

/** The effective setting and its reason. */
function InForce({ rule }: { readonly rule: SkillReviewRule }): ReactNode {
  const { required, workersWithSecrets } = rule;
  const names = workersWithSecrets.map(({ name }) => name);
  if (!required) return <FormattedMessage id="workspace.reviewNotRequired" />;
  if (names.length === 0) return <FormattedMessage id="workspace.reviewRequired" />;
  return (
    <FormattedMessage
      id="workspace.reviewRequiredBy"
      values={{ count: names.length, workers: <FormattedList value={names} /> }}
    />
  );
}

function SettingForm({ setting }: Pick<SkillReviewRule, "setting">): ReactNode {
  const { formatMessage } = useIntl();
  const [chosen, setChosen] = useState(setting);
  const put = usePutSkillReview();
  return (
    <ActForm
      act={put}
      submit="workspace.saveReview"
      done="workspace.reviewSaved"
      onSubmit={() => put.mutate(chosen)}
    >
      <SelectField
        label={formatMessage({ id: "workspace.skillReview" })}
        options={SETTINGS.map(
          (one) => [one, formatMessage({ id: `workspace.review.${one}` })] as const,
        )}
        value={chosen}
        onChange={(id) => setChosen(SETTINGS.find((one) => one === id) ?? "automatic")}
      />
    </ActForm>
  );
}
