import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { useSkills } from "../../api/hub/skills.ts";
import { Refusal } from "../../ui/notes/refusal.tsx";
import { Waiting } from "../../ui/notes/waiting.tsx";

/** The skills of the workspace. */
export function SkillList(): ReactNode {
  const { data: skills, error } = useSkills();
  if (skills === undefined) return error === null ? <Waiting /> : <Refusal error={error} />;
  if (skills.length === 0) return <FormattedMessage id="hub.none" />;
  return (
    <ul>
      {skills.map(({ name, display_name }) => (
        <li key={name}>{display_name}</li>
      ))}
    </ul>
  );
}
