import { Check, Copy } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Button, type ButtonProps } from "./button.tsx";

interface CopyButtonProps {
  readonly text: string;
  /** Distinguishes it from other copy buttons; shows an icon only. */
  readonly of?: string;
  readonly look?: ButtonProps["look"];
  /** Label instead of “Copy”. */
  readonly children?: ReactNode;
}

const SAID_MS = 2000;

/** Copies a text to the clipboard. */
export function CopyButton({ text, of, look = "plain", children }: CopyButtonProps): ReactNode {
  const { formatMessage } = useIntl();
  const [copied, setCopied] = useState<string>();
  useEffect(() => {
    if (copied === undefined) return undefined;
    const timer = setTimeout(() => setCopied(undefined), SAID_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  // The clipboard is available in secure contexts only.
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
