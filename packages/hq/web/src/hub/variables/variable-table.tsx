import { Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useWorkspaceMembers } from "../../api/hub/projects.ts";
import {
  useDeleteVariable,
  useDeleteWorkerVariable,
  useVariables,
  useWorkerVariables,
} from "../../api/hub/variables.ts";
import { canManage, useWorkspace } from "../../api/workspaces.ts";
import { Button } from "../../ui/button.tsx";
import { Loading } from "../../ui/notes/loading.tsx";
import { Note } from "../../ui/notes/note.tsx";
import { Ago } from "../../ui/values/ago.tsx";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import { type AnyOwner, VariableDialog } from "./variable-dialog.tsx";
import form from "../../ui/form.module.css";
import table from "../../ui/table.module.css";
import text from "../../ui/text.module.css";
import styles from "./variables.module.css";

interface ShownVariable {
  readonly key: string;
  /** Undefined if its worker is offline. */
  readonly value?: string;
  readonly updatedAt?: string;
  readonly updatedBy?: string;
}

interface VariableTableProps {
  readonly owner: AnyOwner;
  /** Whether this scope is disabled on this instance. @default false */
  readonly isOff?: boolean;
}

/** The variables of one scope, with actions to set and delete them. */
export function VariableTable({ owner, isOff = false }: VariableTableProps): ReactNode {
  const { variables, live, error } = useShown(owner);
  const [dialog, setDialog] = useState<OpenDialog>();
  const mayChange = useMayChange(owner);
  if (variables === undefined) return <Loading error={error} />;
  return (
    <section className={`${form["form"]} ${styles["table"]}`}>
      {!live && (
        <Note tone="ochre">
          <FormattedMessage id="hub.valuesAway" />
        </Note>
      )}
      {!isOff && mayChange && (
        <div>
          <Button onPress={() => setDialog({ what: "set", variable: { key: "" } })}>
            <Plus size={15} aria-hidden="true" />
            <FormattedMessage id="hub.newVariable" />
          </Button>
        </div>
      )}
      {variables.length === 0 ? (
        <p className={`${text["soft"]} ${styles["soft"]}`}>
          <FormattedMessage id={isOff ? "hub.scopeOff" : "hub.noneSet"} />
        </p>
      ) : (
        <Rows
          variables={variables}
          mayPut={mayChange && !isOff}
          mayDelete={mayChange}
          onOpenDialog={setDialog}
        />
      )}
      {dialog !== undefined && (
        <OpenedDialog owner={owner} dialog={dialog} onClose={() => setDialog(undefined)} />
      )}
    </section>
  );
}

/** HQ lists only projects and workflows whose variables the user can change. */
function useMayChange({ scope }: AnyOwner): boolean {
  const { data: workspace } = useWorkspace();
  return scope === "project" || scope === "workflow" || canManage(workspace);
}

interface OpenDialog {
  readonly what: "set" | "delete";
  /** Without a name for a new variable. */
  readonly variable: ShownVariable;
}

interface OpenedDialogProps {
  readonly owner: AnyOwner;
  readonly dialog: OpenDialog;
  readonly onClose: () => void;
}

function OpenedDialog({
  owner,
  dialog: { what, variable },
  onClose,
}: OpenedDialogProps): ReactNode {
  const { key, value } = variable;
  if (what === "delete") return <DeleteDialog owner={owner} name={key} onClose={onClose} />;
  return (
    <VariableDialog
      owner={owner}
      {...(key !== "" && { name: key })}
      {...(value !== undefined && { value })}
      onClose={onClose}
    />
  );
}

interface RowsProps {
  readonly variables: readonly ShownVariable[];
  readonly mayPut: boolean;
  readonly mayDelete: boolean;
  readonly onOpenDialog: (dialog: OpenDialog) => void;
}

function Rows({ variables, mayPut, mayDelete, onOpenDialog }: RowsProps): ReactNode {
  const { formatMessage } = useIntl();
  const { data: members = [] } = useWorkspaceMembers();
  return (
    <table className={`${table["table"]} ${styles["inset"]}`}>
      <thead>
        <tr>
          {(["variableName", "value", "changed"] as const).map((name) => (
            <th key={name} scope="col">
              <FormattedMessage id={`hub.${name}`} />
            </th>
          ))}
          <td />
        </tr>
      </thead>
      <tbody>
        {variables.map((variable) => {
          const { key, value, updatedAt, updatedBy } = variable;
          return (
            <tr key={key}>
              <th scope="row" className={styles["name"]}>
                {key}
              </th>
              <td className={styles["value"]}>
                {value ?? <FormattedMessage id="hub.valueThere" />}
              </td>
              <td>
                {updatedAt !== undefined && <Ago time={updatedAt} />}
                <small>{members.find(({ userId }) => userId === updatedBy)?.name}</small>
              </td>
              <td className={table["acts"]}>
                {mayPut && (
                  <Button
                    look="quiet"
                    aria-label={formatMessage({ id: "hub.changeOf" }, { name: key })}
                    onPress={() => onOpenDialog({ what: "set", variable })}
                  >
                    <FormattedMessage id="hub.changeIt" />
                  </Button>
                )}
                {mayDelete && (
                  <Button
                    look="quiet"
                    aria-label={formatMessage({ id: "hub.deleteOf" }, { name: key })}
                    onPress={() => onOpenDialog({ what: "delete", variable })}
                  >
                    <FormattedMessage id="hub.delete" />
                  </Button>
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

interface Shown {
  readonly variables: readonly ShownVariable[] | undefined;
  /** Whether the list is current. */
  readonly live: boolean;
  readonly error: Error | null;
}

function useShown(owner: AnyOwner): Shown {
  const isWorker = owner.scope === "worker";
  const atHq = useVariables(isWorker ? { scope: "workspace" } : owner);
  const atWorker = useWorkerVariables(isWorker ? owner.id : "", isWorker);
  if (!isWorker) return { variables: atHq.data, live: true, error: atHq.error };
  const { data, error } = atWorker;
  return { variables: data?.variables, live: data?.live !== false, error };
}

interface DeleteDialogProps {
  readonly owner: AnyOwner;
  readonly name: string;
  readonly onClose: () => void;
}

function DeleteDialog({ owner, name, onClose }: DeleteDialogProps): ReactNode {
  const atHq = useDeleteVariable(owner.scope === "worker" ? { scope: "workspace" } : owner);
  const atWorker = useDeleteWorkerVariable(owner.scope === "worker" ? owner.id : "");
  const remove = owner.scope === "worker" ? atWorker : atHq;
  return (
    <ConfirmDialog
      title={<FormattedMessage id="hub.deleteAsk" values={{ name }} />}
      act={<FormattedMessage id="hub.delete" />}
      mutation={remove}
      onAct={() => remove.mutate(name, { onSuccess: onClose })}
      onClose={onClose}
    >
      <FormattedMessage id="hub.deleteVariableText" />
    </ConfirmDialog>
  );
}
