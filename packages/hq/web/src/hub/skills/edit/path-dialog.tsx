import { type ReactNode, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { FormDialog } from "../../form-dialog.tsx";

interface PathDialogProps {
  /** Path of the file to rename; absent for a new one. */
  readonly path?: string;
  /** Paths that are already in use. */
  readonly usedPaths: readonly string[];
  readonly onChoose: (path: string) => void;
  readonly onClose: () => void;
}

/** Asks for the path of a file in the skill's folder. */
export function PathDialog({
  path = "",
  usedPaths,
  onChoose,
  onClose,
}: PathDialogProps): ReactNode {
  const { formatMessage } = useIntl();
  const [typed, setTyped] = useState(path);
  const [isSubmitted, setIsSubmitted] = useState(false);
  const problem = problemWith(typed.trim(), usedPaths);
  return (
    <FormDialog
      title={<FormattedMessage id={path === "" ? "hub.newFile" : "hub.renameFile"} />}
      act={<FormattedMessage id={path === "" ? "hub.add" : "hub.rename"} />}
      onSend={() => {
        setIsSubmitted(true);
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
        isInvalid={isSubmitted && problem !== undefined}
        error={isSubmitted && problem !== undefined ? formatMessage({ id: problem }) : undefined}
      />
    </FormDialog>
  );
}

/** Checks the most common rules. HQ enforces all of them. */
function problemWith(path: string, usedPaths: readonly string[]) {
  if (path === "" || path.endsWith("/") || path.startsWith("/")) return "hub.pathWanted" as const;
  if (path.split("/").some((part) => part === "" || part === "." || part === "..")) {
    return "hub.pathWanted" as const;
  }
  return usedPaths.includes(path) ? ("hub.pathTaken" as const) : undefined;
}
