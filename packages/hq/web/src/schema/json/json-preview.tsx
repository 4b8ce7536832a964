import { Check, Copy } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { Button as AriaButton } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import { useEntries } from "../../api/content/entries.ts";
import { useSample } from "../../api/content/working-schema.ts";
import { useDebounced } from "../../shell/use-debounced.ts";
import { ChoiceField } from "../../ui/fields/choice-field.tsx";
import { HiddenText } from "../../ui/notes/hidden-text.tsx";
import { Refusal } from "../../ui/notes/refusal.tsx";
import { Waiting } from "../../ui/notes/waiting.tsx";
import { draftProblems } from "../draft/field-problems.ts";
import { draftOf, type SchemaDraft } from "../draft/schema-draft.ts";
import { bodyOf } from "../draft/schema-forms.ts";
import type { ShownSchema } from "../draft/shown-schema.ts";
import { type JsonLine, jsonLines } from "./json-lines.ts";
import heading from "../../ui/heading.module.css";
import icon from "../../ui/icon-button.module.css";
import text from "../../ui/text.module.css";
import styles from "./json.module.css";

const INVENTED = "";
const PAUSE_MS = 300;

/** Previews the JSON of an entry with the edited schema, using a real entry or sample data. */
export function JsonPreview(props: ShownSchema): ReactNode {
  const { contentType, work } = props;
  const { formatMessage } = useIntl();
  const { apiId: type, kind } = contentType;
  const entries = useSampleEntries(type);
  const [chosen, setChosen] = useState<string>();
  const entry = chosen ?? entries[0]?.id ?? INVENTED;
  const slug = entries.find(({ id }) => id === entry)?.slug ?? "an-example";
  const draft = useDebounced(work.draft, PAUSE_MS);
  const asked = { entry: entry === INVENTED ? undefined : entry, body: bodyOf(draft) };
  // Problems are shown at their fields.
  const isAsked = draftProblems(draft).length === 0;
  const { data, error, isLoading } = useSample(type, { ...asked, isAsked });
  return (
    <div className={styles["json"]}>
      <header className={styles["head"]}>
        <h2 className={heading["heading"]}>
          <FormattedMessage id="schema.siteGets" />
        </h2>
        {data !== undefined && <CopyJson json={data} />}
      </header>
      <ChoiceField
        label={formatMessage({ id: "schema.sampleOf" })}
        value={entry}
        onChange={setChosen}
        options={[
          ...entries.map(({ id, title }) => ({ id, label: title })),
          { id: INVENTED, label: formatMessage({ id: "schema.invented" }) },
        ]}
      />
      <code className={`${text["code"]} ${styles["address"]}`}>
        /api/{kind === "object" ? type : `${type}/${slug}`}.json
      </code>
      <Refusal error={error} />
      {isLoading && <Waiting />}
      {data !== undefined && <Compared {...props} draft={draft} entry={asked.entry} json={data} />}
    </div>
  );
}

interface SampleEntry {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
}

/** Loads the first entries of the type as samples. */
function useSampleEntries(type: string): readonly SampleEntry[] {
  const { data } = useEntries({ type, search: "", order: "default" });
  return (data?.pages[0]?.entries ?? []).flatMap(({ id, slug, title, state, removed }) =>
    id === undefined || state === "broken" || removed ? [] : [{ id, slug, title }],
  );
}

interface ComparedProps extends ShownSchema {
  readonly draft: SchemaDraft;
  readonly entry: string | undefined;
  readonly json: Readonly<Record<string, unknown>>;
}

/** The JSON compared with that of the published version. */
function Compared({ working, contentType, draft, entry, json }: ComparedProps): ReactNode {
  const published = working.published ?? working.schema;
  const before = useSample(contentType.apiId, { entry, body: bodyOf(draftOf(published)) });
  const isNew = working.published === undefined;
  const keys = draft.fields.map(({ apiId }) => apiId).filter((apiId) => apiId !== "");
  return <Lines lines={jsonLines(json, { before: isNew ? undefined : before.data, keys })} />;
}

function Lines({ lines }: { readonly lines: readonly JsonLine[] }): ReactNode {
  const { formatMessage } = useIntl();
  return (
    // Scrollable, so it must be focusable by keyboard.
    <pre
      className={styles["lines"]}
      tabIndex={0}
      aria-label={formatMessage({ id: "schema.siteGets" })}
    >
      {lines.map(({ depth, key, value, mark, of }, place) => (
        <span
          // Lines have no identity and are re-rendered together.
          key={`${place} ${of}`}
          className={mark === undefined ? styles["line"] : `${styles["line"]} ${styles[mark]}`}
          style={{ paddingInlineStart: `${depth + 1}rem` }}
        >
          <span className={styles["key"]}>{key}</span>
          <span className={styles["value"]}>{value}</span>
          {mark !== undefined && isFirst(lines, place) && (
            <small className={styles["mark"]}>
              <FormattedMessage id={`schema.line.${mark}`} />
            </small>
          )}
          {"\n"}
        </span>
      ))}
    </pre>
  );
}

/** Returns whether a line is the first of its key, where its mark is announced. */
function isFirst(lines: readonly JsonLine[], place: number): boolean {
  return lines[place - 1]?.of !== lines[place]?.of;
}

function CopyJson({ json }: { readonly json: unknown }): ReactNode {
  const { formatMessage } = useIntl();
  const [isDone, setIsDone] = useState(false);
  const status = useId();
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(JSON.stringify(json, null, 2));
    setIsDone(true);
  };
  const Icon = isDone ? Check : Copy;
  return (
    <>
      <AriaButton
        className={icon["iconButton"] ?? ""}
        aria-label={formatMessage({ id: "schema.copyJson" })}
        aria-describedby={status}
        onPress={() => void copy()}
      >
        <Icon size={16} aria-hidden="true" />
      </AriaButton>
      <HiddenText>
        <span id={status} role="status">
          {isDone && <FormattedMessage id="schema.copied" />}
        </span>
      </HiddenText>
    </>
  );
}
