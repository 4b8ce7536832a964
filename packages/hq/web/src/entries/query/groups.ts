import type { EntryList } from "../../api/content/entries.ts";
import type { Field } from "../../api/content/schema.ts";
import type { ContentType } from "../../api/sites.ts";
import { type Column, fieldOf } from "./columns.ts";
import { printFilters } from "./conditions.ts";

/** Entries of a list with a common value, as a separate list. */
export interface Group {
  /** Identifier in the URL. */
  readonly key: string;
  /** Label of the common value; undefined for the group without a value. */
  readonly label: string | undefined;
  readonly list: EntryList;
}

const PLAIN = ["type", "state", "author"] as const;
/** Each entry has exactly one of these states. */
const STATES = ["draft", "changed", "published", "unpublished", "broken"] as const;

/** Returns whether a text from the URL is a valid grouping. */
export function isGroup(text: string): text is Column {
  return PLAIN.some((one) => one === text) || /^fields\.[\w-]+$/.test(text);
}

/** Returns the columns that entries can be grouped by: those with few, known values. */
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

/** Returns the groups of a list, including empty ones. */
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
  // Scheduled entries also have one of the other states, but lists filter by only one state.
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
