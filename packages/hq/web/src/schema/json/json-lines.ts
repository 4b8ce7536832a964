import { sameValue } from "../../draft/same-value.ts";

/** How a key of the JSON differs from the published schema. */
type LineMark = "added" | "changed" | "removed" | "empty";

/** A line of displayed JSON. */
export interface JsonLine {
  /** Nesting depth. */
  readonly depth: number;
  /** Including quotes and colon. */
  readonly key: string;
  readonly value: string;
  readonly mark: LineMark | undefined;
  /** The top-level key the line belongs to. */
  readonly of: string;
}

type Json = Readonly<Record<string, unknown>>;

interface Compared {
  /** The entry's JSON with the published schema; undefined if no schema is published. */
  readonly before: Json | undefined;
  /** Keys of the schema, in order. Keys without a value are missing in the JSON. */
  readonly keys: readonly string[];
}

/**
 * Returns the JSON of an entry in lines, marked with differences from the currently published JSON. System keys are not
 * marked, because a schema can't change them.
 */
export function jsonLines(json: Json, { before, keys }: Compared): readonly JsonLine[] {
  const names = orderOf(json, keys);
  const shown = names.filter((key) => key in json);
  const removed = Object.keys(before ?? {}).filter((key) => !names.includes(key));
  const known = new Set(keys);
  const last = shown.at(-1);
  const lines = names.flatMap((key): readonly JsonLine[] => {
    if (!(key in json)) return [{ depth: 1, key: `"${key}"`, value: "", mark: "empty", of: key }];
    const of = { of: key, mark: known.has(key) ? markOf(json[key], before, key) : undefined };
    return valueLines(json[key], {
      depth: 1,
      key: `${JSON.stringify(key)}: `,
      isLast: key === last,
      of,
    });
  });
  const gone = removed.flatMap((key) =>
    valueLines(before?.[key], {
      depth: 1,
      key: `${JSON.stringify(key)}: `,
      isLast: true,
      of: { of: key, mark: "removed" },
    }).slice(0, 1),
  );
  const brace = { depth: 0, key: "", mark: undefined, of: "" };
  return [{ ...brace, value: "{" }, ...lines, ...gone, { ...brace, value: "}" }];
}

/** Returns the system keys, followed by those of the schema, including keys without values. */
function orderOf(json: Json, keys: readonly string[]): readonly string[] {
  const known = new Set(keys);
  return [...Object.keys(json).filter((key) => !known.has(key)), ...keys];
}

function markOf(value: unknown, before: Json | undefined, key: string): LineMark | undefined {
  if (before === undefined) return undefined;
  if (!(key in before)) return "added";
  return sameValue(value, before[key]) ? undefined : "changed";
}

interface Place {
  readonly depth: number;
  readonly key: string;
  readonly isLast: boolean;
  readonly of: Pick<JsonLine, "of" | "mark">;
}

/** Number of list items, and characters of a text, that are displayed. */
const SHOWN_ITEMS = 2;
const SHOWN_CHARACTERS = 120;
/** Deeper values are shown on one line. */
const DEEPEST = 3;

function valueLines(value: unknown, { depth, key, isLast, of }: Place): readonly JsonLine[] {
  const comma = isLast ? "" : ",";
  const whole = (text: string): readonly JsonLine[] => [{ depth, key, value: text + comma, ...of }];
  if (typeof value === "string") return whole(shortText(value));
  if (typeof value !== "object" || value === null) return whole(JSON.stringify(value));
  const members = membersOf(value);
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  if (members.length === 0) return whole(`${open}${close}`);
  if (depth >= DEEPEST) return whole(`${open} … ${close}`);
  const shown = Array.isArray(value) ? members.slice(0, SHOWN_ITEMS) : members;
  const left = members.length - shown.length;
  const inner = shown.flatMap(([name, member], place) =>
    valueLines(member, {
      depth: depth + 1,
      key: name === undefined ? "" : `${JSON.stringify(name)}: `,
      isLast: place === members.length - 1,
      of,
    }),
  );
  return [
    { depth, key, value: open, ...of },
    ...inner,
    ...(left > 0 ? [{ depth: depth + 1, key: "", value: `… +${left}`, ...of }] : []),
    { depth, key: "", value: close + comma, ...of },
  ];
}

function membersOf(
  value: object,
): readonly (readonly [name: string | undefined, member: unknown])[] {
  if (!Array.isArray(value)) return Object.entries(value);
  return value.map((item: unknown) => [undefined, item] as const);
}

function shortText(text: string): string {
  const characters = Array.from(text);
  if (characters.length <= SHOWN_CHARACTERS) return JSON.stringify(text);
  return `${JSON.stringify(characters.slice(0, SHOWN_CHARACTERS).join("")).slice(0, -1)}…"`;
}
