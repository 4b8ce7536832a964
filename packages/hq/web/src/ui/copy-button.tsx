import { Check, Copy } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Button, type ButtonProps } from "./button.tsx";

interface CopyButtonProps {
  readonly text: string;
  /** What it copies, where there are several; then it is an icon alone. */
  readonly of?: string;
  readonly look?: ButtonProps["look"];
  /** In place of “Copy”. */
  readonly children?: ReactNode;
}

const SAID_MS = 2000;

/** Puts a text where it can be pasted from. */
export function CopyButton({ text, of, look = "plain", children }: CopyButtonProps): ReactNode {
  const { formatMessage } = useIntl();
  const [copied, setCopied] = useState<string>();
  useEffect(() => {
    if (copied === undefined) return undefined;
    const timer = setTimeout(() => setCopied(undefined), SAID_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  // Browsers give it to pages of secure addresses alone.
  if (!("clipboard" in navigator)) return null;
  const isCopied = copied === text;
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setCopied(text);
  };
  const icon = isCopied ? (
    <Check size={14} aria-hidden="true" />
  ) : (
    <Copy size={14} aria-hidden="true" />
  );
  if (of !== undefined) {
    const label = formatMessage({ id: isCopied ? "copy.doneOf" : "copy.of" }, { of });
    return (
      <Button look="quiet" iconOnly aria-label={label} onPress={() => void copy()}>
        {icon}
      </Button>
    );
  }
  return (
    <Button look={look} onPress={() => void copy()}>
      {icon}
      {isCopied ? (
        <FormattedMessage id="copy.done" />
      ) : (
        (children ?? <FormattedMessage id="copy.act" />)
      )}
    </Button>
  );
}
