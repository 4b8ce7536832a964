import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { CopyButton } from "../../ui/copy-button.tsx";

interface CopyAddressProps {
  readonly url: string;
  /** What it is the address of, where there are several; then it is an icon alone. */
  readonly of?: string;
}

/** Copies a public address. */
export function CopyAddress({ url, of }: CopyAddressProps): ReactNode {
  const { formatMessage } = useIntl();
  if (of !== undefined) {
    return <CopyButton text={url} of={formatMessage({ id: "media.addressOf" }, { of })} />;
  }
  return (
    <CopyButton text={url}>
      <FormattedMessage id="media.copy" />
    </CopyButton>
  );
}
