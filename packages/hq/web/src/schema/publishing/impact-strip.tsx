import type { SchemaChange } from "@loam/cms-core/browser";
import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { Link } from "react-router";
import { useSchemaImpact } from "../../api/content/working-schema.ts";
import { useDebounced } from "../../shell/use-debounced.ts";
import { impactBody } from "../draft/impact-body.ts";
import { draftOf, type SchemaDraft } from "../draft/schema-draft.ts";
import { typeOf } from "../draft/schema-forms.ts";
import type { ShownSchema } from "../draft/shown-schema.ts";
import { changesSince, labelsOf, canAffectEntries } from "./changes.ts";
import { EffectLink, EffectText } from "./effect-text.tsx";
import styles from "./publishing.module.css";

const PAUSE_MS = 400;

/** Shows unpublished changes and their effect on existing entries. */
export function ImpactStrip(props: ShownSchema): ReactNode {
  const { contentType, working, work } = props;
  const draft = useDebounced(work.draft, PAUSE_MS);
  const { published } = working;
  if (published === undefined) return <NeverPublished {...props} />;
  const changes = changesSince(published, draft, contentType.apiId);
  if (changes.length === 0) return null;
  return <NotPublished {...props} published={published} draft={draft} changes={changes} />;
}

/** For a schema that was never published, so everything can still change. */
function NeverPublished({ site, contentType, work }: ShownSchema): ReactNode {
  const { apiId, label } = contentType;
  const hasFields = work.draft.fields.length > 0;
  return (
    <Strip>
      <span>
        <b>
          <FormattedMessage id="schema.neverPublished" />
        </b>{" "}
        <FormattedMessage id={hasFields ? "schema.firstEntry" : "schema.firstField"} />
      </span>
      {hasFields && !work.isChanged && (
        <Link to={`/sites/${site.id}/entries/${apiId}/new`}>
          <FormattedMessage id="newSite.entryAct" values={{ type: label }} />
        </Link>
      )}
    </Strip>
  );
}

interface NotPublishedProps extends ShownSchema {
  readonly published: NonNullable<ShownSchema["working"]["published"]>;
  readonly draft: SchemaDraft;
  readonly changes: readonly SchemaChange[];
}

function NotPublished(props: NotPublishedProps): ReactNode {
  const { contentType, published, draft, changes } = props;
  const { apiId, version, label, entries } = contentType;
  const isAsked = entries.all > 0 && canAffectEntries(changes);
  const { data } = useSchemaImpact(apiId, isAsked ? impactBody(draft) : undefined);
  const [effect, ...others] = isAsked ? (data?.effects ?? []) : [];
  const before = typeOf(draftOf(published), apiId);
  const labels = labelsOf(before, typeOf(draft, apiId));
  const known = new Set(before.fields.map((field) => field.apiId));
  return (
    <Strip>
      <span>
        <b>
          <FormattedMessage id="schema.notPublished" values={{ version: version + 1 }} />
        </b>{" "}
        <FormattedMessage id="schema.changeCounts" values={countsOf(changes)} />{" "}
        {effect !== undefined && (
          <EffectText effect={effect} entries={data?.entries ?? 0} type={label} labels={labels} />
        )}{" "}
        {others.length > 0 && (
          <FormattedMessage id="schema.moreEffects" values={{ count: others.length }} />
        )}
      </span>
      {effect !== undefined && (
        <EffectLink effect={effect} apiId={apiId} published={known}>
          <FormattedMessage id="schema.seeEntries" values={{ count: effect.count }} />
        </EffectLink>
      )}
    </Strip>
  );
}

function Strip({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <div className={styles["strip"]} role="status">
      <CircleAlert size={16} aria-hidden="true" />
      {children}
    </div>
  );
}

/** Returns the number of changes by category. */
function countsOf(changes: readonly SchemaChange[]): Readonly<Record<string, number>> {
  const count = (...kinds: readonly string[]): number =>
    changes.filter(({ kind }) => kinds.includes(kind)).length;
  const added = count("field_added");
  const deleted = count("field_deleted");
  const renamed = count("field_renamed", "type_renamed");
  return { added, deleted, renamed, others: changes.length - added - deleted - renamed };
}
