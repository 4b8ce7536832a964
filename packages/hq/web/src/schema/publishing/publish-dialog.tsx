import type { SchemaChange } from "@loam/cms-core/browser";
import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { Link } from "react-router";
import { usePublishSchema, useSchemaImpact } from "../../api/content/working-schema.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Note } from "../../ui/notes/note.tsx";
import { Refusal } from "../../ui/notes/refusal.tsx";
import { Waiting } from "../../ui/notes/waiting.tsx";
import { LiveMessage } from "../../ui/values/live-message.tsx";
import { draftOf } from "../draft/schema-draft.ts";
import { bodyOf, typeOf } from "../draft/schema-forms.ts";
import type { ShownSchema } from "../draft/shown-schema.ts";
import { HolderLinks } from "../fields/holder-links.tsx";
import { ChangeText } from "./change-text.tsx";
import { ALL_WEIGHTS, changesSince, labelsOf, weightOf } from "./changes.ts";
import { EffectText } from "./effect-text.tsx";
import form from "../../ui/form.module.css";
import text from "../../ui/text.module.css";
import styles from "./publishing.module.css";

interface PublishDialogProps extends ShownSchema {
  readonly onClose: () => void;
}

/** Shows the effects of the next version on sites and entries, and publishes it. */
export function PublishDialog(props: PublishDialogProps): ReactNode {
  const { contentType, onClose } = props;
  const publish = usePublishSchema(contentType.apiId);
  const { label, version } = contentType;
  const title = publish.isSuccess ? (
    <FormattedMessage id="schema.publishedTitle" values={{ version: publish.data }} />
  ) : (
    <FormattedMessage id="schema.publishTitle" values={{ version: version + 1, type: label }} />
  );
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <div className={`${form["form"]} ${styles["report"]}`}>
        {publish.isSuccess ? (
          <Published {...props} />
        ) : (
          <ConfirmPublish {...props} publish={publish} />
        )}
      </div>
    </Dialog>
  );
}

/** Next steps after publishing. */
function Published({ site, contentType, onClose }: PublishDialogProps): ReactNode {
  const { apiId, label, entries } = contentType;
  const address = `/sites/${site.id}/entries/${apiId}`;
  const isEmpty = entries.all === 0;
  return (
    <>
      <p>
        <LiveMessage id="schema.publishedText" values={{ count: entries.all }} />
      </p>
      <footer className={form["foot"]}>
        <Link className={text["action"]} to={isEmpty ? `${address}/new` : address}>
          <FormattedMessage
            id={isEmpty ? "newSite.entryAct" : "schema.toEntries"}
            values={{ type: label }}
          />
        </Link>
        <Button look="primary" onPress={onClose}>
          <FormattedMessage id="schema.done" />
        </Button>
      </footer>
    </>
  );
}

interface ConfirmPublishProps extends PublishDialogProps {
  readonly publish: ReturnType<typeof usePublishSchema>;
}

function ConfirmPublish(props: ConfirmPublishProps): ReactNode {
  const { contentType, working, work, publish, onClose } = props;
  const isFirst = working.published === undefined;
  const impact = useSchemaImpact(contentType.apiId, isFirst ? undefined : bodyOf(work.draft));
  const { problems = [] } = impact.data ?? {};
  const isWorking = work.isSaving || publish.isPending;
  return (
    <>
      {isFirst ? <FirstVersion fields={work.draft.fields.length} /> : <Report {...props} />}
      {impact.isLoading && <Waiting />}
      {problems.length > 0 && (
        <Note tone="madder">
          {problems.map(({ path, message }) => (
            <p key={`${path} ${message}`}>{message}</p>
          ))}
        </Note>
      )}
      {impact.data !== undefined && <Effects {...props} impact={impact.data} />}
      <Refusal error={impact.error ?? work.error ?? publish.error} />
      <footer className={form["foot"]}>
        <Button onPress={onClose}>
          <FormattedMessage id="schema.cancel" />
        </Button>
        <Button
          look="primary"
          isDisabled={problems.length > 0}
          isWorking={isWorking}
          onPress={() => !isWorking && work.save(() => publish.mutate())}
        >
          <FormattedMessage id="schema.publishAct" values={{ version: contentType.version + 1 }} />
        </Button>
      </footer>
    </>
  );
}

/** Explains what the first version locks. */
function FirstVersion({ fields }: { readonly fields: number }): ReactNode {
  return (
    <>
      <p>
        <FormattedMessage id="schema.firstVersion" values={{ count: fields }} />
      </p>
      <ul className={styles["points"]}>
        <li>
          <FormattedMessage id="schema.firstFixed" />
        </li>
        <li>
          <FormattedMessage id="schema.firstFree" />
        </li>
      </ul>
    </>
  );
}

/** The changes by their impact on sites. */
function Report({ contentType, working, work }: ShownSchema): ReactNode {
  const { apiId } = contentType;
  const { published } = working;
  const { draft } = work;
  const changes = changesSince(published, draft, apiId);
  const labels = labelsOf(published && typeOf(draftOf(published), apiId), typeOf(draft, apiId));
  return (
    <>
      {ALL_WEIGHTS.map((weight) => {
        const found = changes.filter((change) => weightOf(change) === weight);
        if (found.length === 0) return null;
        return (
          <section key={weight} className={styles[weight]}>
            <h3>
              <FormattedMessage id={`schema.weight.${weight}`} />
            </h3>
            <ul className={styles["points"]}>
              {found.map((change) => (
                <li key={changeKey(change)}>
                  <ChangeText change={change} labels={labels} />
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </>
  );
}

function changeKey({ kind, field, before, after }: SchemaChange): string {
  return [kind, field, before, after].join("\0");
}

interface EffectsProps extends ShownSchema {
  readonly impact: NonNullable<ReturnType<typeof useSchemaImpact>["data"]>;
}

/** The effects on existing entries. */
function Effects({ contentType, working, work, impact }: EffectsProps): ReactNode {
  const { apiId, label } = contentType;
  const { published } = working;
  const labels = labelsOf(
    published && typeOf(draftOf(published), apiId),
    typeOf(work.draft, apiId),
  );
  const { entries, effects, republish } = impact;
  return (
    <section>
      <h3>
        <FormattedMessage id="schema.forEntries" />
      </h3>
      <ul className={styles["points"]}>
        {effects.map((effect) => (
          <li key={`${effect.kind} ${effect.field}`}>
            <EffectText effect={effect} entries={entries} type={label} labels={labels} />
            <HolderLinks ids={effect.ids} />
          </li>
        ))}
        {effects.length === 0 && (
          <li>
            <FormattedMessage id="schema.noEffects" values={{ count: entries }} />
          </li>
        )}
        <li>
          <LiveMessage
            id="schema.republish"
            values={{
              entries: republish.entries.length,
              refused: republish.refused.length,
            }}
          />
        </li>
      </ul>
    </section>
  );
}
