import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import {
  type Project,
  useProjectMembers,
  useSetProjectMembers,
  useWorkspaceMembers,
} from "../../api/hub/projects.ts";
import { Checkbox } from "../../ui/fields/checkbox.tsx";
import { Loading } from "../../ui/notes/loading.tsx";
import { Refusal } from "../../ui/notes/refusal.tsx";
import styles from "./projects.module.css";

interface ProjectPeopleProps {
  readonly project: Project;
  readonly mayChange: boolean;
}

/** Members of the project. Changes are saved immediately. */
export function ProjectPeople({ project, mayChange }: ProjectPeopleProps): ReactNode {
  const { data: members, error } = useProjectMembers(project.id);
  const { data: all = [] } = useWorkspaceMembers();
  const set = useSetProjectMembers(project.id);
  if (members === undefined) return <Loading error={error} />;
  const chosen = set.isPending ? set.variables : members.map(({ userId }) => userId);
  const shown = mayChange ? all : members;
  return (
    <section className={styles["parts"]}>
      <p className={styles["soft"]}>
        <FormattedMessage id="hub.peopleAre" />
      </p>
      <Refusal error={set.error} />
      <ul>
        {shown.map(({ userId, name, email }) => (
          <li key={userId} className={styles["member"]}>
            {mayChange ? (
              <Checkbox
                isSelected={chosen.includes(userId)}
                isDisabled={set.isPending}
                onChange={(isIn) =>
                  set.mutate(
                    isIn ? [...chosen, userId] : chosen.filter((other) => other !== userId),
                  )
                }
              >
                <span>
                  {name} <small>{email}</small>
                </span>
              </Checkbox>
            ) : (
              <span>
                {name} <small>{email}</small>
              </span>
            )}
          </li>
        ))}
      </ul>
      {shown.length === 0 && (
        <p className={styles["soft"]}>
          <FormattedMessage id="hub.nobody" />
        </p>
      )}
    </section>
  );
}
