import type { ReactNode } from "react";
import { Tab, TabList, TabPanel, Tabs } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import { CodeBlock } from "../../ui/values/code-block.tsx";
import { type CodeQuery, codeOf, LANGUAGES } from "./code.ts";
import styles from "./explorer.module.css";

/** The query as code. API keys appear as environment variables, because HQ can't show them. */
export function CodeTabs({ query }: { readonly query: CodeQuery }): ReactNode {
  const { formatMessage } = useIntl();
  return (
    <Tabs className={styles["codes"] ?? ""}>
      <TabList className={styles["tabs"] ?? ""} aria-label={formatMessage({ id: "explorer.code" })}>
        {LANGUAGES.map((language) => (
          <Tab key={language} id={language} className={styles["tab"] ?? ""}>
            <FormattedMessage id={`explorer.in.${language}`} />
          </Tab>
        ))}
      </TabList>
      {LANGUAGES.map((language) => {
        const code = codeOf(language, query);
        return (
          <TabPanel key={language} id={language}>
            <CodeBlock label={formatMessage({ id: `explorer.in.${language}` })} copied={code}>
              {code}
            </CodeBlock>
          </TabPanel>
        );
      })}
    </Tabs>
  );
}
