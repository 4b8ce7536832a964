import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { SkillList } from "../hub/skills/skill-list.tsx";
import { useTitle } from "../shell/use-title.ts";
import entries from "../entries/entries.module.css";

/** The skills of a workspace. */
export function Component(): ReactNode {
  const { formatMessage } = useIntl();
  const title = formatMessage({ id: "nav.skills" });
  useTitle(title);
  return (
    <>
      <header className={entries["bar"]}>
        <h1 className={entries["title"]}>{title}</h1>
      </header>
      <SkillList />
    </>
  );
}
