import { type ReactNode, useEffect, useRef, useState } from "react";
import { Tab, TabList, TabPanel, Tabs } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import { useSearchParams } from "react-router";
import { useSchema } from "../api/content/schema.ts";
import { useQueryReadApi } from "../api/delivery/read-api.ts";
import { type ContentType, type Site, useSite, useTypes } from "../api/sites.ts";
import { Loading } from "../ui/notes/loading.tsx";
import { Note } from "../ui/notes/note.tsx";
import { Refusal } from "../ui/notes/refusal.tsx";
import { CodeBlock } from "../ui/values/code-block.tsx";
import { codeOf, type CodeQuery, LANGUAGES } from "./explorer/code.ts";
import { parseQuery, printQuery, queryFields, toReadQuery } from "./explorer/explorer-query.ts";
import { QueryForm } from "./explorer/query-form.tsx";
import { ResponseView } from "./explorer/response.tsx";
import form from "../ui/form.module.css";
import list from "../ui/list.module.css";
import panel from "../ui/panel.module.css";
import tabs from "../ui/tabs.module.css";
import styles from "./explorer/explorer.module.css";

/** Builds read API queries interactively, and shows the response and code for the same request. */
export function ExplorerSection(): ReactNode {
  const { data: site } = useSite();
  const { data: types, error } = useTypes();
  if (site === undefined || types === undefined) {
    return <Loading error={error} />;
  }
  if (types.length === 0) {
    return (
      <p className={`${list["none"]} ${styles["none"]}`}>
        <FormattedMessage id="explorer.noTypes" />
      </p>
    );
  }
  return <Explorer site={site} types={types} />;
}

interface ExplorerProps {
  readonly site: Site;
  readonly types: readonly ContentType[];
}

function Explorer({ site, types }: ExplorerProps): ReactNode {
  const [address, setAddress] = useSearchParams();
  const [question, setQuestion] = useState(() => {
    const read = parseQuery(address);
    const isKnown = types.some(({ apiId }) => apiId === read.type);
    return { ...read, type: isKnown ? read.type : (types[0]?.apiId ?? "") };
  });
  const ask = useQueryReadApi();
  const { data: schema } = useSchema(question.type);
  const isObject = types.find(({ apiId }) => apiId === question.type)?.kind === "object";
  const readQuery = toReadQuery(question, isObject);
  const send = (): void => {
    if (ask.isPending) return;
    // The query is part of the URL, so it can be shared and bookmarked.
    setAddress(printQuery(question), { replace: true });
    ask.mutate(readQuery);
  };
  const results = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // On phones the response is below the form, so scroll to it.
    if (ask.data !== undefined) results.current?.scrollIntoView({ block: "nearest" });
  }, [ask.data]);
  const isList = !isObject && readQuery.entry === undefined;
  return (
    <div className={`${panel["columns"]} ${styles["explorer"]}`}>
      <QueryForm
        query={question}
        types={types}
        fields={queryFields(schema?.fields ?? [])}
        isObject={isObject}
        isAsking={ask.isPending}
        onChange={(change) => setQuestion({ ...question, ...change })}
        onAsk={send}
      />
      <div ref={results} className={`${form["form"]} ${styles["results"]}`}>
        {!site.publishing && !question.drafts && (
          <Note tone="ochre">
            <FormattedMessage id="explorer.off" />
          </Note>
        )}
        <Refusal error={ask.error} />
        {ask.data !== undefined && <ResponseView answer={ask.data} filters={question.filters} />}
        <CodeTabs query={{ ...readQuery, readApiUrl: site.readApiUrl, isList }} />
      </div>
    </div>
  );
}

/** The query as code. API keys appear as environment variables, because HQ can't show them. */
function CodeTabs({ query }: { readonly query: CodeQuery }): ReactNode {
  const { formatMessage } = useIntl();
  return (
    <Tabs>
      <TabList
        className={`${tabs["tabs"]} ${styles["tabs"]}`}
        aria-label={formatMessage({ id: "explorer.code" })}
      >
        {LANGUAGES.map((language) => (
          <Tab key={language} id={language} className={tabs["tab"] ?? ""}>
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
