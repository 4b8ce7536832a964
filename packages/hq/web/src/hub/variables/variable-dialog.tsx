import type { ReactNode } from "react";
import { useController, useForm } from "react-hook-form";
import { FormattedMessage, useIntl } from "react-intl";
import {
  usePutVariable,
  usePutWorkerVariable,
  type VariableOwner,
} from "../../api/hub/variables.ts";
import { AreaField } from "../../ui/fields/area-field.tsx";
import { FormField } from "../../ui/fields/form-field.tsx";
import { FormDialog } from "../form-dialog.tsx";
import text from "../../ui/text.module.css";
import styles from "./variables.module.css";

/** The owner of a variable, at HQ or on a worker. */
export type AnyOwner = VariableOwner | { readonly scope: "worker"; readonly id: string };

interface VariableDialogProps {
  readonly owner: AnyOwner;
  /** Name of the variable; absent for a new one. */
  readonly name?: string;
  readonly value?: string;
  readonly onClose: () => void;
}

interface VariableForm {
  readonly name: string;
  readonly value: string;
}

/** Sets a variable. */
export function VariableDialog({ owner, name, value, onClose }: VariableDialogProps): ReactNode {
  const { formatMessage } = useIntl();
  const put = usePut(owner);
  const { control, handleSubmit } = useForm<VariableForm>({
    defaultValues: { name: name ?? "", value: value ?? "" },
  });
  const { field } = useController({ control, name: "value" });
  const send = handleSubmit(({ name: key, value: next }) => {
    put.mutate({ key: key.trim(), value: next }, { onSuccess: onClose });
  });
  return (
    <FormDialog
      title={<FormattedMessage id="hub.setFor" values={{ scope: owner.scope }} />}
      act={<FormattedMessage id="hub.save" />}
      mutation={put}
      onSend={() => void send()}
      onClose={onClose}
    >
      <FormField
        control={control}
        name="name"
        label={formatMessage({ id: "hub.variableName" })}
        help={formatMessage({ id: "hub.variableNameHelp" })}
        rules={{
          required: formatMessage({ id: "form.required" }),
          pattern: {
            value: /^\s*\w{1,128}\s*$/,
            message: formatMessage({ id: "hub.variableNameWrong" }),
          },
        }}
        isReadOnly={name !== undefined}
        autoFocus={name === undefined}
      />
      <AreaField
        label={formatMessage({ id: "hub.value" })}
        value={field.value}
        onChange={field.onChange}
        isCode
        autoFocus={name !== undefined}
      />
      {owner.scope === "worker" && (
        <p className={`${text["soft"]} ${styles["soft"]}`}>
          <FormattedMessage id="hub.workerKeepsIt" />
        </p>
      )}
    </FormDialog>
  );
}

function usePut(owner: AnyOwner) {
  const atHq = usePutVariable(owner.scope === "worker" ? { scope: "workspace" } : owner);
  const atWorker = usePutWorkerVariable(owner.scope === "worker" ? owner.id : "");
  return owner.scope === "worker" ? atWorker : atHq;
}
