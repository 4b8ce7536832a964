import { type ReactNode, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useRenameWorker, type Worker } from "../../api/hub/workers.ts";
import { TextField } from "../../ui/fields/text-field.tsx";
import { FormDialog } from "../form-dialog.tsx";

interface RenameDialogProps {
  readonly worker: Worker;
  readonly onClose: () => void;
}

/** Renames a worker. */
export function RenameDialog({ worker, onClose }: RenameDialogProps): ReactNode {
  const { formatMessage } = useIntl();
  const [name, setName] = useState(worker.name);
  const rename = useRenameWorker(worker.id);
  const isEmpty = name.trim() === "";
  return (
    <FormDialog
      title={<FormattedMessage id="hub.renameWorker" />}
      act={<FormattedMessage id="hub.save" />}
      mutation={rename}
      onSend={() => !isEmpty && rename.mutate(name.trim(), { onSuccess: onClose })}
      onClose={onClose}
    >
      <TextField
        label={formatMessage({ id: "hub.workerName" })}
        value={name}
        onChange={setName}
        maxLength={100}
        autoFocus
        isInvalid={isEmpty}
        error={isEmpty ? formatMessage({ id: "form.required" }) : undefined}
      />
    </FormDialog>
  );
}
