import { type ReactNode, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { FormDialog } from "../../form-dialog.tsx";

interface PathDialogProps {
  /** Of the file that is renamed; absent for a new one. */
  readonly path?: string;
  /** Paths that others have. */
  readonly taken: readonly string[];
  readonly onChoose: (path: string) => void;
  readonly onClose: () => void;
}

/** Asks where in the skill's folder a file stands. */
export function PathDialog({ path = "", taken, onChoose, onClose }: PathDialogProps): ReactNode {
  const { formatMessage } = useIntl();
  const [typed, setTyped] = useState(path);
  const [isTold, setIsTold] = useState(false);
  const problem = problemWith(typed.trim(), taken);
  return (
    <FormDialog
      title={<FormattedMessage id={path === "" ? "hub.newFile" : "hub.renameFile"} />}
      act={<FormattedMessage id={path === "" ? "hub.add" : "hub.rename"} />}
      onSend={() => {
        setIsTold(true);
        if (problem === undefined) onChoose(typed.trim());
      }}
      onClose={onClose}
    >
      <TextField
        label={formatMessage({ id: "hub.path" })}
        help={formatMessage({ id: "hub.pathHelp" })}
        value={typed}
        onChange={setTyped}
        autoFocus
        isInvalid={isTold && problem !== undefined}
        error={isTold && problem !== undefined ? formatMessage({ id: problem }) : undefined}
      />
    </FormDialog>
  );
}

/** HQ knows more rules; these are those that people meet. */
function problemWith(path: string, taken: readonly string[]) {
  if (path === "" || path.endsWith("/") || path.startsWith("/")) return "hub.pathWanted" as const;
  if (path.split("/").some((part) => part === "" || part === "." || part === "..")) {
    return "hub.pathWanted" as const;
  }
  return taken.includes(path) ? ("hub.pathTaken" as const) : undefined;
}
