import { type ReactNode, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Link, useNavigate } from "react-router";
import { useDeleteType } from "../../api/content/working-schema.ts";
import { type ContentType, type Site, useTypes } from "../../api/sites.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import { Note } from "../../ui/notes/note.tsx";
import { Refusal } from "../../ui/notes/refusal.tsx";
import { useLiveMessageId } from "../../ui/values/live-message.tsx";
import form from "../../ui/form.module.css";
import text from "../../ui/text.module.css";

interface DeleteTypeProps {
  readonly site: Site;
  readonly contentType: ContentType;
  readonly onClose: () => void;
}

/** Explains what prevents deleting a type, or asks to enter its API ID. */
export function DeleteTypeDialog({ site, contentType, onClose }: DeleteTypeProps): ReactNode {
  const { apiId, label, entries } = contentType;
  return (
    <Dialog
      title={<FormattedMessage id="schema.deleteType" values={{ label }} />}
      isOpen
      onClose={onClose}
    >
      <div className={form["form"]}>
        {entries.all > 0 ? (
          <>
            <Note tone="ochre">
              <FormattedMessage id="schema.typeHasEntries" values={{ count: entries.all }} />
            </Note>
            <footer className={form["foot"]}>
              <Link className={text["action"]} to={`/sites/${site.id}/entries/${apiId}`}>
                <FormattedMessage id="schema.toEntries" values={{ type: label }} />
              </Link>
              <Button look="primary" onPress={onClose}>
                <FormattedMessage id="schema.keepType" />
              </Button>
            </footer>
          </>
        ) : (
          <DeleteTypeForm site={site} contentType={contentType} onClose={onClose} />
        )}
      </div>
    </Dialog>
  );
}

function DeleteTypeForm({ site, contentType, onClose }: DeleteTypeProps): ReactNode {
  const { formatMessage } = useIntl();
  const navigate = useNavigate();
  const { apiId, version, referredToBy } = contentType;
  const { data: types = [] } = useTypes();
  const wordsOf = useLiveMessageId();
  const remove = useDeleteType(
    apiId,
    () => void navigate(`/sites/${site.id}/schema`, { replace: true }),
  );
  const [typed, setTyped] = useState("");
  const users = referredToBy.filter(({ type }) => type !== apiId);
  const labelOf = (type: string): string => types.find((one) => one.apiId === type)?.label ?? type;
  return (
    <form
      className={form["form"]}
      onSubmit={(event) => {
        event.preventDefault();
        if (typed !== apiId || remove.isPending) return;
        remove.mutate();
      }}
    >
      <p>
        <FormattedMessage
          id={version === 0 ? "schema.deleteUnpublished" : wordsOf("schema.deletePublished")}
          values={{ file: <code>/api/{apiId}.json</code> }}
        />
      </p>
      {users.length > 0 && (
        <Note tone="ochre">
          <FormattedMessage id="schema.typeIsUsed" />
          <ul>
            {users.map(({ type, field }) => (
              <li key={`${type} ${field}`}>
                {labelOf(type)}: <code>{field}</code>
              </li>
            ))}
          </ul>
        </Note>
      )}
      <TextField
        label={formatMessage({ id: "schema.typeApiId" }, { apiId })}
        value={typed}
        onChange={setTyped}
        autoComplete="off"
        autoFocus
      />
      <Refusal error={remove.error} />
      <footer className={form["foot"]}>
        <Button onPress={onClose}>
          <FormattedMessage id="schema.keepType" />
        </Button>
        <Button
          type="submit"
          look="primary"
          isDisabled={typed !== apiId}
          isWorking={remove.isPending}
        >
          <FormattedMessage id="schema.deleteTypeAct" />
        </Button>
      </footer>
    </form>
  );
}
