import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { Link } from "react-router";
import type { SchemaImpact } from "../../api/content/working-schema.ts";
import { useSiteId } from "../../api/sites.ts";

type Effect = SchemaImpact["effects"][number];

interface EffectTextProps {
  readonly effect: Effect;
  readonly entries: number;
  /** Label of the type. */
  readonly type: string;
  /** By dotted API IDs. */
  readonly labels: ReadonlyMap<string, string>;
}

/** Describes the effect of a schema on existing entries: "12 of 16 posts have no Reading time". */
export function EffectText({ effect, entries, type, labels }: EffectTextProps): ReactNode {
  const { kind, field, count } = effect;
  const values = {
    count,
    all: entries,
    type,
    field: labels.get(field) ?? field,
    b: (words: ReactNode[]) => <b key="b">{words}</b>,
  };
  return (
    <FormattedMessage id={isKnown(kind) ? WORDS[kind] : "schema.effect.other"} values={values} />
  );
}

const WORDS = {
  missing: "schema.effect.missing",
  alt_missing: "schema.effect.alt_missing",
  limit_broken: "schema.effect.limit_broken",
  deleted: "schema.effect.deleted",
  option_removed: "schema.effect.option_removed",
  target_not_taken: "schema.effect.target_not_taken",
} as const;

function isKnown(kind: string): kind is keyof typeof WORDS {
  return kind in WORDS;
}

interface EffectLinkProps {
  readonly effect: Effect;
  readonly apiId: string;
  readonly published: ReadonlySet<string>;
  readonly children: ReactNode;
}

/** Link to the affected entries. */
export function EffectLink(props: EffectLinkProps): ReactNode {
  const site = useSiteId();
  const { effect, apiId, published, children } = props;
  const search = searchOf(effect, published);
  return <Link to={`/sites/${site}/entries/${apiId}${search}`}>{children}</Link>;
}

/**
 * Returns a list filter for the affected entries: whether the field has a value. No entry has a value of a new field.
 */
function searchOf({ kind, field }: Effect, published: ReadonlySet<string>): string {
  // Lists can't filter by fields in rows.
  if (!published.has(field) || field.includes(".")) return "";
  const operator = kind === "missing" ? "not_exists" : "exists";
  return `?where=${encodeURIComponent(`${field}.${operator}.`)}`;
}
