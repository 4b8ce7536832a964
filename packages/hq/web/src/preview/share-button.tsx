import { Check, Copy, Share2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { FormattedMessage, FormattedTime, useIntl } from "react-intl";
import { useChangeNumber } from "../api/content/entry-place.ts";
import { useCreatePreviewLink } from "../api/publishing/preview.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { TextField } from "../ui/fields/text-field.tsx";
import { Refusal } from "../ui/notes/refusal.tsx";
import { Waiting } from "../ui/notes/waiting.tsx";
import { isOnSite, type Previewed } from "./preview-pane.tsx";
import styles from "./preview.module.css";

/** Creates a preview link for people without an account, and shows when it expires. */
export function ShareButton({ entry, site }: Pick<Previewed, "entry" | "site">): ReactNode {
  const [isSharing, setIsSharing] = useState(false);
  const { mutate, data: link, error } = useCreatePreviewLink(entry);
  if (!isOnSite(site)) return null;
  const close = (): void => setIsSharing(false);
  return (
    <>
      <Button
        onPress={() => {
          setIsSharing(true);
          mutate();
        }}
      >
        <Share2 size={16} aria-hidden="true" />
        <FormattedMessage id="preview.share" />
      </Button>
      <Dialog title={<FormattedMessage id="preview.share" />} isOpen={isSharing} onClose={close}>
        <Refusal error={error} />
        {link === undefined && error === null && <Waiting />}
        {link?.address !== undefined && <Link address={link.address} expiresAt={link.expiresAt} />}
      </Dialog>
    </>
  );
}

interface LinkProps {
  readonly address: string;
  readonly expiresAt: string;
}

function Link({ address, expiresAt }: LinkProps): ReactNode {
  const { formatMessage } = useIntl();
  const isOfProposal = useChangeNumber() !== undefined;
  const [isCopied, setIsCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(address);
    setIsCopied(true);
  };
  return (
    <div className={styles["share"]}>
      <p>
        <FormattedMessage
          id={isOfProposal ? "preview.shareProposal" : "preview.shareText"}
          values={{ time: <FormattedTime value={expiresAt} /> }}
        />
      </p>
      <TextField label={formatMessage({ id: "preview.link" })} value={address} isReadOnly />
      <Button look="primary" onPress={() => void copy()}>
        {isCopied ? <Check size={16} aria-hidden="true" /> : <Copy size={16} aria-hidden="true" />}
        <span role="status">
          <FormattedMessage id={isCopied ? "preview.copied" : "preview.copy"} />
        </span>
      </Button>
    </div>
  );
}
