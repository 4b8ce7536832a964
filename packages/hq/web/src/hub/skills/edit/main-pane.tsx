import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Note } from "../../../ui/notes/note.tsx";
import type { ExpandedVariable } from "../../variables/expand-variable.ts";
import { readSkillText } from "../front-matter.ts";
import { BodyEditor } from "./body-editor.tsx";
import { FrontMatterForm, NeedsForm } from "./front-matter-form.tsx";
import type { SkillProblem } from "./problems.ts";

interface MainPaneProps {
  /** Complete text of SKILL.md. */
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly values: readonly ExpandedVariable[];
  readonly problems: readonly SkillProblem[];
}

/** The editor of SKILL.md: front matter, prompt, and requirements. */
export function MainPane({ text, onChange, values, problems }: MainPaneProps): ReactNode {
  const { formatList } = useIntl();
  const { problem } = readSkillText(text);
  const without = values.filter(({ scope }) => scope === undefined).map(({ name }) => name);
  return (
    <>
      {problem !== undefined && (
        <Note tone="madder">
          <FormattedMessage id="hub.matterBroken" values={{ ...problem }} />
        </Note>
      )}
      <FrontMatterForm text={text} onChange={onChange} problems={problems} />
      <BodyEditor text={text} onChange={onChange} values={values} />
      {without.length > 0 && (
        <Note tone="ochre">
          <FormattedMessage
            id="hub.withoutValue"
            values={{
              names: formatList(without),
              first: `{{${without[0] ?? ""}}}`,
              count: without.length,
              b: (chunks) => <b key="names">{chunks}</b>,
            }}
          />
        </Note>
      )}
      <NeedsForm text={text} onChange={onChange} problems={problems} />
    </>
  );
}
