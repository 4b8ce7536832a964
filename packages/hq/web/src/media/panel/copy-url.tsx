import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { CopyButton } from "../../ui/copy-button.tsx";

interface CopyUrlProps {
  readonly url: string;
  /** Distinguishes one URL from others; shows the button as an icon only. */
  readonly of?: string;
}

/** Copies a public URL. */
export function CopyUrl({ url, of }: CopyUrlProps): ReactNode {
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
