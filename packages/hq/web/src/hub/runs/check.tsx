import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import type { Readiness, Worker } from "../../api/hub/workers.ts";
import { Note } from "../../ui/notes/note.tsx";
import { isMissing, RequirementAdvices } from "../requirement-advice.tsx";
import text from "../../ui/text.module.css";

interface CheckProps {
  /** Names of the skills to run. */
  readonly skills: readonly string[];
  readonly worker: Worker;
  readonly readiness: Readiness | undefined;
  /** Returns the names of additional variables passed to each run of a skill. */
  readonly extraVariables: (skill: string) => ReadonlySet<string>;
}

/** Shows whether a worker meets the requirements of the skills, and how to fix what is missing. */
export function RequirementsCheck({
  skills,
  worker,
  readiness,
  extraVariables,
}: CheckProps): ReactNode {
  const { formatList } = useIntl();
  const found = readiness?.workers.find(({ id }) => id === worker.id);
  if (found === undefined) {
    return (
      <p className={text["soft"]} role="status">
        <FormattedMessage id="hub.checking" values={{ name: worker.name }} />
      </p>
    );
  }
  if (found.problem !== undefined) {
    return (
      <Note tone="ochre">
        <FormattedMessage id="hub.runWaits" values={{ name: worker.name }} />
      </Note>
    );
  }
  const items = new Map(
    found.skills
      .filter(({ name }) => skills.includes(name))
      .flatMap(({ name, items: all }) =>
        all.filter((item) => !(item.kind === "env_var" && extraVariables(name).has(item.name))),
      )
      .filter(isMissing)
      .map((item) => [`${item.kind} ${item.name}`, item]),
  );
  if (items.size === 0) {
    return (
      <Note tone="leaf">
        <FormattedMessage
          id="hub.hasAll"
          values={{ name: worker.name, skills: formatList(skills), count: skills.length }}
        />
      </Note>
    );
  }
  return (
    <Note tone="madder">
      <b>
        <FormattedMessage id="hub.wouldRefuse" values={{ name: worker.name, count: items.size }} />
      </b>
      <RequirementAdvices items={[...items.values()]} worker={worker} />
    </Note>
  );
}
