import { Link2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { RefusedError } from "../api/client.ts";
import { useFetchMedia } from "../api/media/media-library.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { TextField } from "../ui/fields/text-field.tsx";
import { MediaRefusal } from "../ui/notes/media-refusal.tsx";
import styles from "./media.module.css";

interface FetchDialogProps {
  /** Where it is put; empty for no folder. */
  readonly folder: string;
  readonly onShow: (id: string) => void;
}

/** Brings a file into the library from its address. */
export function FetchDialog({ folder, onShow }: FetchDialogProps): ReactNode {
  const { formatMessage } = useIntl();
  const [isOpen, setIsOpen] = useState(false);
  const [url, setUrl] = useState("");
  const fetchMedia = useFetchMedia();
  const { error } = fetchMedia;
  const isKnown = error instanceof RefusedError && error.problem.code === "media_known";
  const close = (): void => {
    setIsOpen(false);
    fetchMedia.reset();
  };
  const ask = (ifKnown: "add" | "refuse"): void => {
    if (fetchMedia.isPending) return;
    fetchMedia.mutate(
      { url: url.trim(), folder, ifKnown },
      {
        onSuccess: ({ id }) => {
          setUrl("");
          close();
          onShow(id);
        },
      },
    );
  };
  return (
    <>
      <Button onPress={() => setIsOpen(true)}>
        <Link2 size={15} aria-hidden="true" />
        <FormattedMessage id="media.fromAddress" />
      </Button>
      <Dialog title={<FormattedMessage id="media.fromAddress" />} isOpen={isOpen} onClose={close}>
        <form
          className={styles["describe"]}
          onSubmit={(event) => {
            event.preventDefault();
            ask("refuse");
          }}
        >
          <TextField
            label={formatMessage({ id: "media.address" })}
            help={formatMessage({ id: "media.addressHelp" })}
            type="url"
            isRequired
            autoFocus
            maxLength={2048}
            value={url}
            onChange={setUrl}
          />
          <MediaRefusal error={error} />
          <div className={styles["buttons"]}>
            <Button type="submit" look="primary" isWorking={fetchMedia.isPending}>
              <FormattedMessage id="media.fetch" />
            </Button>
            {isKnown && (
              <Button onPress={() => ask("add")}>
                <FormattedMessage id="media.addAnyway" />
              </Button>
            )}
          </div>
        </form>
      </Dialog>
    </>
  );
}
