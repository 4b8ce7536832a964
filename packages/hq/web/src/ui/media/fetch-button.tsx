import { Link2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useFetchMedia } from "../../api/media/media-library.ts";
import { knownMedia } from "../../api/media/uploads.ts";
import { Button } from "../button.tsx";
import { Dialog } from "../dialog.tsx";
import { TextField } from "../fields/text-field.tsx";
import { MediaRefusal } from "../notes/media-refusal.tsx";
import { Note } from "../notes/note.tsx";
import form from "../form.module.css";

interface FetchButtonProps {
  readonly look?: "plain" | "quiet";
  /** Target folder; empty for none. */
  readonly folder: string;
  /** Whether to use an existing library file with the same bytes instead. */
  readonly usesKnown?: boolean;
  /** Receives the id of the file. */
  readonly onFetched: (id: string) => void;
}

/** Has HQ import a file into the library from its URL. */
export function FetchButton({ look = "plain", ...rest }: FetchButtonProps): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button look={look} onPress={() => setIsOpen(true)}>
        <Link2 size={15} aria-hidden="true" />
        <FormattedMessage id="media.fromAddress" />
      </Button>
      <Dialog
        title={<FormattedMessage id="media.fromAddress" />}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
      >
        <FetchForm {...rest} onClose={() => setIsOpen(false)} />
      </Dialog>
    </>
  );
}

interface FetchFormProps extends Omit<FetchButtonProps, "look"> {
  readonly onClose: () => void;
}

function FetchForm(props: FetchFormProps): ReactNode {
  const { folder, usesKnown = false, onFetched, onClose } = props;
  const { formatMessage } = useIntl();
  const [url, setUrl] = useState("");
  const fetchMedia = useFetchMedia();
  const { error, isPending } = fetchMedia;
  const known = knownMedia(error);
  const take = (id: string): void => {
    onClose();
    onFetched(id);
  };
  const ask = (ifKnown: "add" | "refuse"): void => {
    if (isPending) return;
    fetchMedia.mutate(
      { url: url.trim(), folder, ifKnown },
      {
        onSuccess: ({ id }) => take(id),
        onError(problem) {
          const there = usesKnown ? knownMedia(problem) : undefined;
          if (there !== undefined) take(there.id);
        },
      },
    );
  };
  return (
    <form
      className={form["form"]}
      onSubmit={(event) => {
        event.preventDefault();
        // Don't submit a surrounding form.
        event.stopPropagation();
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
      {known === undefined ? (
        <MediaRefusal error={error} />
      ) : (
        <Note tone="ochre">
          <FormattedMessage id="media.known" values={{ name: known.filename }} />
        </Note>
      )}
      <div className={form["buttons"]}>
        <Button type="submit" look="primary" isWorking={isPending}>
          <FormattedMessage id="media.fetch" />
        </Button>
        {known !== undefined && (
          <>
            <Button onPress={() => take(known.id)}>
              <FormattedMessage id="media.showOne" values={{ name: known.filename }} />
            </Button>
            <Button onPress={() => ask("add")}>
              <FormattedMessage id="media.addAnyway" />
            </Button>
          </>
        )}
      </div>
    </form>
  );
}
