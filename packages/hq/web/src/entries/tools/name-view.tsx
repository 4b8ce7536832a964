import { type ReactNode, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import bulk from "../bulk/bulk.module.css";

interface NameViewProps {
  readonly onSave: (name: string) => void;
  readonly onClose: () => void;
}

/** Asks for the name of a saved view. */
export function NameView({ onSave, onClose }: NameViewProps): ReactNode {
  return (
    <Dialog title={<FormattedMessage id="views.save" />} isOpen onClose={onClose}>
      <NameForm onSave={onSave} />
    </Dialog>
  );
}

function NameForm({ onSave }: Pick<NameViewProps, "onSave">): ReactNode {
  const { formatMessage } = useIntl();
  const [name, setName] = useState("");
  const [isMissing, setIsMissing] = useState(false);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() === "") setIsMissing(true);
        else onSave(name.trim());
      }}
    >
      <TextField
        autoFocus
        label={formatMessage({ id: "views.name" })}
        help={formatMessage({ id: "views.help" })}
        maxLength={60}
        value={name}
        onChange={(text) => {
          setName(text);
          setIsMissing(false);
        }}
        isInvalid={isMissing}
        error={isMissing ? formatMessage({ id: "views.missing" }) : undefined}
        validationBehavior="aria"
      />
      <div className={bulk["answer"]}>
        <Button look="primary" type="submit">
          <FormattedMessage id="views.keep" />
        </Button>
      </div>
    </form>
  );
}
