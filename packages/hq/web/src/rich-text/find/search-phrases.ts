import { useIntl } from "react-intl";

/** Returns translations of CodeMirror's screen reader messages for searches. */
export function useSearchPhrases(): Record<string, string> {
  const { formatMessage } = useIntl();
  return {
    "current match": formatMessage({ id: "richText.currentMatch" }),
    "replaced match on line $": formatMessage({ id: "richText.replaced" }, { line: "$" }),
    "replaced $ matches": formatMessage({ id: "richText.replacedMany" }, { count: "$" }),
    "on line": formatMessage({ id: "richText.onLine" }),
  };
}
