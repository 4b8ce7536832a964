import { RefreshCw } from "lucide-react";
import { type ReactNode, useState } from "react";
import { FileTrigger } from "react-aria-components";
import { FormattedMessage } from "react-intl";
import type { Media } from "../../api/media/media.ts";
import { addUploads } from "../../api/media/uploads.ts";
import { useSiteId } from "../../api/sites.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { LiveMessage } from "../../ui/values/live-message.tsx";
import { MediaUsers } from "./media-users.tsx";
import styles from "../media.module.css";

/** Replaces the file everywhere it is used. */
export function ReplaceButton({ media }: { readonly media: Media }): ReactNode {
  const site = useSiteId();
  const [isOpen, setIsOpen] = useState(false);
  const { id, version, filename, mime_type: type } = media;
  return (
    <>
      <Button look="quiet" onPress={() => setIsOpen(true)}>
        <RefreshCw size={14} aria-hidden="true" />
        <FormattedMessage id="media.replace" />
      </Button>
      <Dialog
        title={<FormattedMessage id="media.replaceTitle" values={{ name: filename }} />}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
      >
        <p>
          <LiveMessage id="media.replaceText" />
        </p>
        <MediaUsers id={id} />
        <div className={styles["buttons"]}>
          <Button onPress={() => setIsOpen(false)}>
            <FormattedMessage id="delete.keep" />
          </Button>
          <FileTrigger
            {...(type.startsWith("image/") && { acceptedFileTypes: ["image/*"] })}
            onSelect={(files) => {
              const [file] = files ?? [];
              if (file === undefined) return;
              addUploads(site, [file], { replaces: { id, version } });
              setIsOpen(false);
            }}
          >
            <Button look="primary">
              <FormattedMessage id="media.chooseFile" />
            </Button>
          </FileTrigger>
        </div>
      </Dialog>
    </>
  );
}
