import type {
  ContentType,
  Field,
  FieldType,
  RepeatField,
  RowField,
  SelectOption,
} from "../../model/content-type.ts";
import {
  type Merged,
  mergeMembers,
  mergeNamed,
  mergeWhole,
  sameValue,
  type Versions,
} from "../sequence/conflict.ts";
import { mergeList, mergeOrder } from "../sequence/merge-list.ts";

type Three<T> = { readonly base: T | undefined; readonly ours: T; readonly theirs: T };

/**
 * Merges two versions of a working schema: fields by id and then by member, options by value, and the order of both. A
 * field that one side removed and the other changed is a conflict. `validateType` and `checkTypeChange` decide whether
 * the result can be saved.
 */
export function mergeTypes({ base, ours, theirs }: Three<ContentType>): Merged<ContentType> {
  const head = mergeMembers({ base, ours, theirs }, ["kind", "label", "description", "body"]);
  const fields = mergeFields(
    { base: base?.fields ?? [], ours: ours.fields, theirs: theirs.fields },
    "fields",
  );
  return {
    merged: { ...head.merged, fields: fields.merged },
    conflicts: [...head.conflicts, ...fields.conflicts],
  };
}

function mergeFields(fields: Versions<readonly Field[]>, path: string): Merged<Field[]> {
  return mergeListed(fields, ({ id }) => id, { path, merge: mergeOneField });
}

/** Merges a list of named items: each item, and their order. */
function mergeListed<T>(
  { base, ours, theirs }: Versions<readonly T[]>,
  nameOf: (item: T) => string,
  {
    path,
    merge,
  }: { readonly path: string; readonly merge: (versions: Three<T>, path: string) => Merged<T> },
): Merged<T[]> {
  const byName = (items: readonly T[]): Map<string, T> =>
    new Map(items.map((item) => [nameOf(item), item]));
  const versions = { base: byName(base), ours: byName(ours), theirs: byName(theirs) };
  const { merged, conflicts } = mergeNamed<T>(versions, (name, values) => {
    const at = `${path}[${name}]`;
    const { ours: mine, theirs: other } = values;
    if (mine !== undefined && other !== undefined)
      return merge({ base: values.base, ours: mine, theirs: other }, at);
    const left = mine ?? other;
    if (values.base === undefined) return { merged: left, conflicts: [] };
    if (sameValue(left, values.base)) return { merged: undefined, conflicts: [] };
    return { merged: left, conflicts: [{ path: at, ...values }] };
  });
  const { items: order } = mergeOrder([...versions.base.keys()], {
    ours: [...versions.ours.keys()],
    theirs: [...versions.theirs.keys()],
    keptIds: new Set(merged.keys()),
  });
  const items = order.map((name) => merged.get(name)).filter((item) => item !== undefined);
  return { merged: items, conflicts };
}

function mergeOneField({ base, ours, theirs }: Three<Field>, path: string): Merged<Field> {
  const types = { base: base?.type, ours: ours.type, theirs: theirs.type };
  const type = mergeWhole(`${path}.type`, types);
  const own =
    ours.type === theirs.type
      ? mergeOwn({ base, ours, theirs }, path)
      : { merged: ours.type === type.merged ? ours : theirs, conflicts: [] };
  const shared = mergeMembers<Field>({ base, ours, theirs }, SHARED_MEMBERS, {
    prefix: `${path}.`,
    into: own.merged,
  });
  return {
    merged: shared.merged,
    conflicts: [...type.conflicts, ...own.conflicts, ...shared.conflicts],
  };
}

const SHARED_MEMBERS = ["apiId", "label", "help", "group", "required", "multiple"] as const;

/** A field with all type-specific members that are merged as a whole. */
type AnyField = Field & {
  readonly type: unknown;
  readonly maxLength?: unknown;
  readonly min?: unknown;
  readonly max?: unknown;
  readonly integer?: unknown;
  readonly accept?: unknown;
  readonly requireAlt?: unknown;
};

const OWN_MEMBERS: Readonly<Partial<Record<FieldType, readonly (keyof AnyField)[]>>> = {
  text: ["maxLength"],
  textarea: ["maxLength"],
  richtext: ["maxLength"],
  number: ["min", "max", "integer"],
  media: ["accept", "requireAlt"],
};

/** Merges the type-specific members of a field that both sides have. */
function mergeOwn({ base, ours, theirs }: Three<Field>, path: string): Merged<Field> {
  if (ours.type === "select" && theirs.type === "select") {
    const before = base?.type === "select" ? base.options : [];
    const options = { base: before, ours: ours.options, theirs: theirs.options };
    const { merged, conflicts } = mergeOptions(options, `${path}.options`);
    return { merged: { ...ours, options: merged }, conflicts };
  }
  if (ours.type === "repeat" && theirs.type === "repeat") {
    return mergeRepeat(base, { ours, theirs }, path);
  }
  if (ours.type === "reference" && theirs.type === "reference") {
    const before = base?.type === "reference" ? base.to : [];
    const { items } = mergeList({ base: before, ours: ours.to, theirs: theirs.to });
    return { merged: { ...ours, to: items }, conflicts: [] };
  }
  const members = OWN_MEMBERS[ours.type] ?? [];
  return mergeMembers<AnyField>({ base, ours, theirs }, members, { prefix: `${path}.` });
}

function mergeRepeat(
  base: Field | undefined,
  { ours, theirs }: Pick<Versions<RepeatField>, "ours" | "theirs">,
  path: string,
): Merged<Field> {
  const before = base?.type === "repeat" ? base.fields : [];
  const fields = { base: before, ours: ours.fields, theirs: theirs.fields };
  const { merged, conflicts } = mergeFields(fields, `${path}.fields`);
  return { merged: { ...ours, fields: merged.filter(isRowField) }, conflicts };
}

function isRowField(field: Field): field is RowField {
  return field.type !== "repeat";
}

function mergeOptions(
  options: Versions<readonly SelectOption[]>,
  path: string,
): Merged<SelectOption[]> {
  return mergeListed<SelectOption>(options, ({ value }) => value, {
    path,
    merge: (versions, at) => mergeMembers(versions, ["label"], { prefix: `${at}.` }),
  });
}
