import { Check, Copy } from "lucide-react";
import { type ReactNode, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Button } from "../../ui/button.tsx";

interface CopyAddressProps {
  readonly url: string;
  /** What it is the address of, where there are several; then it is an icon alone. */
  readonly of?: string;
}

/** Copies a public address. */
export function CopyAddress({ url, of }: CopyAddressProps): ReactNode {
  const { formatMessage } = useIntl();
  const [isCopied, setIsCopied] = useState(false);
  // Browsers give it to pages of secure addresses alone.
  if (!("clipboard" in navigator)) return null;
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(url);
    setIsCopied(true);
  };
  const icon = isCopied ? (
    <Check size={14} aria-hidden="true" />
  ) : (
    <Copy size={14} aria-hidden="true" />
  );
  if (of !== undefined) {
    const label = formatMessage({ id: isCopied ? "media.copiedOf" : "media.copyOf" }, { of });
    return (
      <Button look="quiet" iconOnly aria-label={label} onPress={() => void copy()}>
        {icon}
      </Button>
    );
  }
  return (
    <Button onPress={() => void copy()}>
      {icon}
      <FormattedMessage id={isCopied ? "media.copied" : "media.copy"} />
    </Button>
  );
}
