import type { EntryList } from "../api/content/entries.ts";
import type { Field } from "../api/content/schema.ts";
import type { ContentType } from "../api/sites.ts";
import { type Column, fieldOf } from "./columns.ts";
import { printFilters } from "./filters/conditions.ts";

/** Entries of a list that have something in common, as a list of their own. */
export interface Group {
  /** Names it in an address. */
  readonly key: string;
  /** What they have in common; undefined for a value that they have not. */
  readonly label: string | undefined;
  readonly list: EntryList;
}

const PLAIN = ["type", "state", "author"] as const;
/** Each entry is in one of these. */
const STATES = ["draft", "changed", "published", "unpublished", "broken"] as const;

/** Whether an address may name it. */
export function isGroup(text: string): text is Column {
  return PLAIN.some((one) => one === text) || /^fields\.[\w-]+$/.test(text);
}

/** What the entries of a list can be put together by: where there are few values, and each is known. */
export function groupColumns(list: EntryList, fields: readonly Field[]): readonly Column[] {
  const isOfAll = list.type === undefined;
  const own = fields
    .filter(({ type }) => type === "select" || type === "boolean")
    .map(({ apiId }): Column => `fields.${apiId}`);
  return [...PLAIN.filter((column) => isOfAll || column !== "type"), ...own];
}

export interface Known {
  readonly types: readonly ContentType[];
  readonly fields: readonly Field[];
  readonly authors: readonly { readonly name: string; readonly email: string }[];
  readonly stateName: (state: (typeof STATES)[number]) => string;
  readonly yesOrNo: (value: boolean) => string;
}

/** The groups of a list, those without entries among them. */
export function groupsOf(column: Column, list: EntryList, known: Known): readonly Group[] {
  if (column === "state") return groupsByState(list, known);
  if (column === "type") {
    const { types = [] } = list;
    return known.types
      .filter(({ apiId }) => types.length === 0 || types.includes(apiId))
      .map(({ apiId, label }) => ({ key: apiId, label, list: { ...list, types: [apiId] } }));
  }
  if (column === "author") {
    const all = list.author === undefined ? known.authors : [];
    const narrowed = all.map(({ name, email }) => ({
      key: email,
      label: name,
      list: { ...list, author: email },
    }));
    return narrowed.length > 0 ? narrowed : [{ key: "", label: list.author, list }];
  }
  const field = fieldOf(column, known.fields);
  return field === undefined
    ? [{ key: "", label: undefined, list }]
    : groupsByField(field, list, known);
}

function groupsByState(list: EntryList, { stateName }: Known): readonly Group[] {
  // What is scheduled is in one of the other states, by which it cannot be narrowed further.
  if (list.state === "scheduled") return [{ key: "", label: undefined, list }];
  return STATES.filter((state) => list.state === undefined || state === list.state).map(
    (state) => ({ key: state, label: stateName(state), list: { ...list, state } }),
  );
}

function groupsByField(field: Field, list: EntryList, { yesOrNo }: Known): readonly Group[] {
  const condition = (operator: "equals" | "not_exists", value: string): EntryList => {
    const text = printFilters([[{ field: field.apiId, operator, value }]]) ?? "";
    const both = list.filters === undefined ? text : `(${list.filters})[and]${text}`;
    return { ...list, filters: both };
  };
  if (field.type === "boolean") {
    return [true, false].map((value) => ({
      key: String(value),
      label: yesOrNo(value),
      list: condition("equals", String(value)),
    }));
  }
  return [
    ...(field.options ?? []).map(({ value, label }) => ({
      key: value,
      label,
      list: condition("equals", label),
    })),
    { key: "", label: undefined, list: condition("not_exists", "") },
  ];
}
