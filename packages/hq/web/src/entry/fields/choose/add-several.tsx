import { Images, Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import type { Field } from "../../../api/content/schema.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { DropBox } from "./drop-box.tsx";
import { EntriesChoice } from "./entry-choice.tsx";
import { FilesChoice } from "./media-choice.tsx";
import text from "../../../ui/text.module.css";
import styles from "../fields.module.css";

interface AddSeveralProps {
  readonly field: Field;
  readonly path: string;
  /** Number of values that can still be added. */
  readonly room: number;
  readonly onAdd: (values: readonly unknown[]) => void;
}

/** Adds all selected entries to a field with multiple values. */
export function AddEntries({ field, path, room, onAdd }: AddSeveralProps): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button look="quiet" isDisabled={room === 0} onPress={() => setIsOpen(true)} data-path={path}>
        <Plus size={15} aria-hidden="true" />
        <FormattedMessage id="choice.severalEntries" />
      </Button>
      <Dialog title={field.label} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <EntriesChoice
          types={field.to ?? []}
          room={room}
          onChoose={(ids) => {
            onAdd(ids);
            setIsOpen(false);
          }}
        />
      </Dialog>
    </>
  );
}

/** Adds files to a field with multiple values: from the library, or dropped, pasted, or uploaded. */
export function AddFiles({ field, path, room, onAdd }: AddSeveralProps): ReactNode {
  const { formatMessage } = useIntl();
  const [isOpen, setIsOpen] = useState(false);
  const imagesOnly = field.accept === "image";
  if (room === 0) return null;
  return (
    <>
      <DropBox
        imagesOnly={imagesOnly}
        isMultiple
        onSent={(ids) => onAdd(ids.map((id) => ({ id })))}
        before={
          <Button onPress={() => setIsOpen(true)} data-path={path}>
            <Images size={15} aria-hidden="true" />
            <FormattedMessage id="choice.severalFiles" />
          </Button>
        }
      >
        <p className={`${text["faint"]} ${styles["help"]}`}>
          <FormattedMessage id="field.dropSeveral" />
        </p>
      </DropBox>
      <Dialog title={field.label} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <FilesChoice
          label={formatMessage({ id: "field.library" })}
          imagesOnly={imagesOnly}
          room={room}
          onChoose={(ids) => {
            onAdd(ids.map((id) => ({ id })));
            setIsOpen(false);
          }}
        />
      </Dialog>
    </>
  );
}
