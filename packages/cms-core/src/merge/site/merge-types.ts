import type {
  ContentType,
  Field,
  MediaField,
  NumberField,
  ReferenceField,
  RepeatField,
  RowField,
  SelectField,
  SelectOption,
  TextField,
} from "../../model/content-type.ts";
import {
  type MergeConflict,
  type Merged,
  mergeNamed,
  mergeWhole,
  sameValue,
  type Versions,
} from "../sequence/conflict.ts";
import { mergeList, mergeOrder } from "../sequence/merge-list.ts";

type Three<T> = { readonly base: T | undefined; readonly ours: T; readonly theirs: T };

/**
 * Merges two versions of a working schema: fields by id and then member by member, options by value, the
 * order of both. A field that one side removed and the other changed is a conflict. Whether the
 * result is a schema that may be saved is for `validateType` and `checkTypeChange` to say.
 */
export function mergeTypes({ base, ours, theirs }: Three<ContentType>): Merged<ContentType> {
  const found: MergeConflict[] = [];
  const of = <K extends keyof ContentType>(key: K): ContentType[K] | undefined => {
    const values = { base: base?.[key], ours: ours[key], theirs: theirs[key] };
    return taking(found, mergeWhole(key, values));
  };
  const description = of("description");
  const body = of("body");
  const head = { kind: of("kind") ?? ours.kind, label: of("label") ?? ours.label };
  const fields = mergeFields(
    { base: base?.fields ?? [], ours: ours.fields, theirs: theirs.fields },
    "fields",
  );
  const merged = {
    apiId: ours.apiId,
    ...head,
    ...(description === undefined ? {} : { description }),
    ...(body === undefined ? {} : { body }),
    fields: taking(found, fields),
  };
  return { merged, conflicts: found };
}

function taking<T>(found: MergeConflict[], { merged, conflicts }: Merged<T>): T {
  found.push(...conflicts);
  return merged;
}

function mergeFields(fields: Versions<readonly Field[]>, path: string): Merged<Field[]> {
  return mergeListed(fields, ({ id }) => id, { path, merge: mergeOneField });
}

/** A list of things with a name of their own: each merged, in the merged order. */
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
    kept: new Set(merged.keys()),
  });
  const items = order.map((name) => merged.get(name)).filter((item) => item !== undefined);
  return { merged: items, conflicts };
}

function mergeOneField({ base, ours, theirs }: Three<Field>, path: string): Merged<Field> {
  const found: MergeConflict[] = [];
  const member = <K extends keyof Field>(key: K): Field[K] => {
    const values: Versions<Field[K] | undefined> = {
      base: base?.[key],
      ours: ours[key],
      theirs: theirs[key],
    };
    return taking(found, mergeWhole(`${path}.${key}`, values)) ?? ours[key];
  };
  const optional = (key: "help" | "group"): string | undefined => {
    const values = { base: base?.[key], ours: ours[key], theirs: theirs[key] };
    return taking(found, mergeWhole(`${path}.${key}`, values));
  };
  const [help, group] = [optional("help"), optional("group")];
  const type = member("type");
  const own = taking(found, mergeOwn({ base, ours, theirs }, type, path));
  const { help: _, group: __, ...rest } = own;
  const merged = {
    ...rest,
    apiId: member("apiId"),
    label: member("label"),
    required: member("required"),
    multiple: member("multiple"),
    ...(help === undefined ? {} : { help }),
    ...(group === undefined ? {} : { group }),
  };
  return { merged, conflicts: found };
}

/** The members that a field has by its type; from the side that has the type, merged where both do. */
function mergeOwn(versions: Three<Field>, type: string, path: string): Merged<Field> {
  const { ours, theirs } = versions;
  const selects = allOf(versions, isSelect);
  if (selects !== undefined) return mergeSelect(selects, path);
  const repeats = allOf(versions, isRepeat);
  if (repeats !== undefined) return mergeRepeat(repeats, path);
  const references = allOf(versions, isReference);
  if (references !== undefined) return mergeReference(references);
  const media = allOf(versions, isMedia);
  if (media !== undefined) return mergeMedia(media, path);
  const numbers = allOf(versions, isNumber);
  if (numbers !== undefined) return mergeMembers(numbers, ["min", "max", "integer"], path);
  const texts = ours.type === theirs.type ? allOf(versions, isText) : undefined;
  if (texts !== undefined) return mergeMembers(texts, ["maxLength"], path);
  return { merged: ours.type === type ? ours : theirs, conflicts: [] };
}

/** Members that may be absent, each taken whole. */
function mergeMembers<T extends Field>(
  { base, ours, theirs }: Three<T>,
  keys: readonly (keyof T)[],
  path: string,
): Merged<T> {
  const found: MergeConflict[] = [];
  const merged = { ...ours };
  for (const key of keys) {
    const values = { base: base?.[key], ours: ours[key], theirs: theirs[key] };
    const value = taking(found, mergeWhole(`${path}.${String(key)}`, values));
    if (value === undefined) delete merged[key];
    else merged[key] = value;
  }
  return { merged, conflicts: found };
}

/** The versions narrowed to a kind of field, when both sides are of it. */
function allOf<T extends Field>(
  { base, ours, theirs }: Three<Field>,
  is: (field: Field) => field is T,
): Three<T> | undefined {
  if (!is(ours) || !is(theirs)) return undefined;
  return { base: base !== undefined && is(base) ? base : undefined, ours, theirs };
}

function mergeSelect({ base, ours, theirs }: Three<SelectField>, path: string): Merged<Field> {
  const options = { base: base?.options ?? [], ours: ours.options, theirs: theirs.options };
  const { merged, conflicts } = mergeOptions(options, `${path}.options`);
  return { merged: { ...ours, options: merged }, conflicts };
}

function mergeRepeat({ base, ours, theirs }: Three<RepeatField>, path: string): Merged<Field> {
  const fields = { base: base?.fields ?? [], ours: ours.fields, theirs: theirs.fields };
  const { merged, conflicts } = mergeFields(fields, `${path}.fields`);
  return { merged: { ...ours, fields: merged.filter(isRowField) }, conflicts };
}

function mergeReference({ base, ours, theirs }: Three<ReferenceField>): Merged<Field> {
  const { items } = mergeList({ base: base?.to ?? [], ours: ours.to, theirs: theirs.to });
  return { merged: { ...ours, to: items }, conflicts: [] };
}

function mergeMedia({ base, ours, theirs }: Three<MediaField>, path: string): Merged<Field> {
  const accepts = { base: base?.accept ?? ours.accept, ours: ours.accept, theirs: theirs.accept };
  const accept = mergeWhole(`${path}.accept`, accepts);
  // What is there or not, and nothing else, cannot be changed by both in two ways.
  const { merged: requireAlt } = mergeWhole(`${path}.requireAlt`, {
    base: base?.requireAlt,
    ours: ours.requireAlt,
    theirs: theirs.requireAlt,
  });
  const { requireAlt: _, ...rest } = ours;
  const demand = requireAlt === true ? { requireAlt } : {};
  return { merged: { ...rest, accept: accept.merged, ...demand }, conflicts: accept.conflicts };
}

function isSelect(field: Field): field is SelectField {
  return field.type === "select";
}

function isRepeat(field: Field): field is RepeatField {
  return field.type === "repeat";
}

function isReference(field: Field): field is ReferenceField {
  return field.type === "reference";
}

function isMedia(field: Field): field is MediaField {
  return field.type === "media";
}

function isNumber(field: Field): field is NumberField {
  return field.type === "number";
}

function isText(field: Field): field is TextField {
  return field.type === "text" || field.type === "textarea" || field.type === "richtext";
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
    merge: ({ base, ours, theirs }, at) => {
      const labels = { base: base?.label, ours: ours.label, theirs: theirs.label };
      const { merged, conflicts } = mergeWhole(`${at}.label`, labels);
      return { merged: { value: ours.value, label: merged ?? ours.label }, conflicts };
    },
  });
}
