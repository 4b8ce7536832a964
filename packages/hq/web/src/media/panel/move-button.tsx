import { FolderInput } from "lucide-react";
import { type ReactNode, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useMediaFolders, useMoveMedia } from "../../api/media/media-library.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import { Refusal } from "../../ui/notes/refusal.tsx";
import form from "../../ui/form.module.css";
import styles from "../media.module.css";

interface MoveButtonProps {
  readonly ids: readonly string[];
  /** Current folder. */
  readonly from: string;
  readonly onMoved?: () => void;
}

/** Moves files to a folder, which may be new. */
export function MoveButton({ ids, from, onMoved }: MoveButtonProps): ReactNode {
  const { formatMessage } = useIntl();
  const [isOpen, setIsOpen] = useState(false);
  const [folder, setFolder] = useState(from);
  const { data: folders = [] } = useMediaFolders({ enabled: isOpen });
  const known = folders.map((one) => one.folder).filter((one) => one !== folder);
  const move = useMoveMedia();
  const close = (): void => {
    setIsOpen(false);
    move.reset();
  };
  return (
    <>
      <Button
        look="quiet"
        onPress={() => {
          setFolder(from);
          setIsOpen(true);
        }}
      >
        <FolderInput size={14} aria-hidden="true" />
        <FormattedMessage id="media.move" />
      </Button>
      <Dialog
        title={<FormattedMessage id="media.moveTitle" values={{ count: ids.length }} />}
        isOpen={isOpen}
        onClose={close}
      >
        <form
          className={styles["describe"]}
          onSubmit={(event) => {
            event.preventDefault();
            if (move.isPending) return;
            const moved = { ids, folder: folder.trim() };
            move.mutate(moved, {
              onSuccess: () => {
                close();
                onMoved?.();
              },
            });
          }}
        >
          <TextField
            label={formatMessage({ id: "media.folder" })}
            help={formatMessage({ id: "media.folderHelp" })}
            value={folder}
            onChange={setFolder}
            autoFocus
            autoComplete="off"
            maxLength={500}
          />
          {known.length > 0 && (
            <div
              className={form["buttons"]}
              role="group"
              aria-label={formatMessage({ id: "media.folders" })}
            >
              {known.map((one) => (
                <Button key={one} onPress={() => setFolder(one)}>
                  {one}
                </Button>
              ))}
            </div>
          )}
          <Refusal error={move.error} />
          <div className={form["buttons"]}>
            <Button type="submit" look="primary" isWorking={move.isPending}>
              <FormattedMessage id="media.moveAct" />
            </Button>
            <Button look="quiet" onPress={close}>
              <FormattedMessage id="media.cancel" />
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  );
}
