import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { useSchemaImpact } from "../../api/content/working-schema.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Refusal } from "../../ui/notes/refusal.tsx";
import { Waiting } from "../../ui/notes/waiting.tsx";
import { LiveMessage } from "../../ui/values/live-message.tsx";
import { impactBody } from "../draft/impact-body.ts";
import {
  type DraftField,
  draftOf,
  fieldAt,
  type FieldPath,
  removeField,
} from "../draft/schema-draft.ts";
import type { Work } from "../draft/use-schema-work.ts";
import { HolderLinks } from "./holder-links.tsx";
import form from "../../ui/form.module.css";

interface DeleteFieldProps {
  readonly type: string;
  readonly work: Work;
  readonly path: FieldPath;
  readonly field: DraftField;
  readonly onClose: () => void;
  readonly onDelete: () => void;
}

/** Shows which data still contains values of a published field, and asks for confirmation. */
export function DeleteFieldDialog(props: DeleteFieldProps): ReactNode {
  const { type, work, path, field, onClose, onDelete } = props;
  const outer = path[1] === undefined ? undefined : fieldAt(work.draft, [path[0]]);
  const place = outer === undefined ? field.apiId : `${outer.apiId}.${field.apiId}`;
  // Based on the saved schema, because HQ can't determine the impact of an invalid one.
  const saved = draftOf(work.base.type, work.draft);
  const { data, error } = useSchemaImpact(type, impactBody(removeField(saved, path)));
  const isKnown = data?.problems.length === 0;
  const held = data?.effects.find((effect) => effect.kind === "deleted" && effect.field === place);
  return (
    <Dialog
      title={<FormattedMessage id="schema.deleteTitle" values={{ label: field.label }} />}
      isOpen
      onClose={onClose}
    >
      <div className={form["form"]}>
        {data === undefined && error === null && <Waiting />}
        <Refusal error={error} />
        {isKnown && (
          <p>
            <FormattedMessage id="schema.deleteHeld" values={{ count: held?.count ?? 0 }} />
          </p>
        )}
        <HolderLinks ids={held?.ids ?? []} />
        <p>
          <LiveMessage id="schema.deleteMeans" values={{ apiId: <code>{field.apiId}</code> }} />
        </p>
        <footer className={form["foot"]}>
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
