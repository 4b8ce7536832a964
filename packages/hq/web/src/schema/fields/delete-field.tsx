import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { useSchemaImpact } from "../../api/content/working-schema.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Refusal } from "../../ui/notes/refusal.tsx";
import { Waiting } from "../../ui/notes/waiting.tsx";
import {
  type DraftField,
  fieldAt,
  type FieldPath,
  removeField,
  type SchemaDraft,
} from "../draft/schema-draft.ts";
import { impactBody } from "../publishing/impact-body.ts";
import { HolderLinks } from "./holder-links.tsx";
import styles from "./fields.module.css";

interface DeleteFieldProps {
  readonly type: string;
  readonly draft: SchemaDraft;
  readonly path: FieldPath;
  readonly field: DraftField;
  readonly onClose: () => void;
  readonly onDelete: () => void;
}

/** Says what still holds values of a published field, and asks. */
export function DeleteFieldDialog(props: DeleteFieldProps): ReactNode {
  const { type, draft, path, field, onClose, onDelete } = props;
  const outer = path[1] === undefined ? undefined : fieldAt(draft, [path[0]]);
  const place = outer === undefined ? field.apiId : `${outer.apiId}.${field.apiId}`;
  const { data, error } = useSchemaImpact(type, impactBody(removeField(draft, path)));
  const held = data?.effects.find((effect) => effect.kind === "deleted" && effect.field === place);
  return (
    <Dialog
      title={<FormattedMessage id="schema.deleteTitle" values={{ label: field.label }} />}
      isOpen
      onClose={onClose}
    >
      <div className={styles["ask"]}>
        {data === undefined && error === null && <Waiting />}
        <Refusal error={error} />
        {data !== undefined && (
          <p>
            <FormattedMessage id="schema.deleteHeld" values={{ count: held?.count ?? 0 }} />
          </p>
        )}
        <HolderLinks ids={held?.ids ?? []} />
        <p>
          <FormattedMessage
            id="schema.deleteMeans"
            values={{ apiId: <code>{field.apiId}</code> }}
          />
        </p>
        <footer className={styles["foot"]}>
          <Button onPress={onClose}>
            <FormattedMessage id="schema.keepField" />
          </Button>
          <Button look="primary" onPress={onDelete}>
            <FormattedMessage id="schema.deleteField" />
          </Button>
        </footer>
      </div>
    </Dialog>
  );
}
