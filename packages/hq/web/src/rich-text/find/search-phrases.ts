import { useIntl } from "react-intl";

/** What CodeMirror tells screen readers of a search, in the language of the editor. */
export function useSearchPhrases(): Record<string, string> {
  const { formatMessage } = useIntl();
  return {
    "current match": formatMessage({ id: "richText.currentMatch" }),
    "replaced match on line $": formatMessage({ id: "richText.replaced" }, { line: "$" }),
    "replaced $ matches": formatMessage({ id: "richText.replacedMany" }, { count: "$" }),
    "on line": formatMessage({ id: "richText.onLine" }),
  };
}
