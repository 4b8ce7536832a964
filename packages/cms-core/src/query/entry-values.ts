import type { ValuePath } from "./checked-filter.ts";
import { eachElement, isArrayAt, isObjectAt, memberStart, valueEnd } from "./json-scan.ts";
import { kindOf, type QueryField, SYSTEM_KINDS, type ValueKind } from "./query-field.ts";

/** The values of one key of an entry, or of one key of its repeat rows. */
export interface ValueSource extends ValuePath {
  readonly kind: ValueKind;
  /** Absent for a system key. */
  readonly type?: QueryField["type"];
  /** Whether the field itself holds several values. */
  readonly multiple: boolean;
  /** Whether an entry can have several: of a field that is `multiple`, or in rows. */
  readonly list: boolean;
}

/** A value's place in an entry's JSON; `from` is -1 for one that is missing. */
export type VisitValue = (from: number, to: number) => void;

export function sourceOf(path: ValuePath, fields: readonly QueryField[]): ValueSource {
  const system = SYSTEM_KINDS.get(path.key);
  if (system !== undefined) return { ...path, kind: system, multiple: false, list: false };
  const field = fields.find(({ apiId }) => apiId === path.key);
  const inner = field?.fields?.find(({ apiId }) => apiId === path.inner);
  const { type, multiple: several } = (path.inner === undefined ? field : inner) ?? NOTHING;
  const multiple = several || type === "repeat";
  return {
    ...path,
    kind: kindOf(type),
    type,
    multiple,
    list: multiple || path.inner !== undefined,
  };
}

const NOTHING = { type: "media", multiple: false } as const;

/**
 * Visits the values that an entry has for a key. A field that holds one value has none where the
 * entry, written against an older schema, has an array.
 */
export function eachValue(json: string, source: ValueSource, visit: VisitValue): void {
  const start = memberStart(json, 0, source.key);
  if (source.inner === undefined) {
    visitField(json, start, { multiple: source.multiple, visit });
  } else if (start !== -1 && isArrayAt(json, start)) {
    const { inner, multiple } = source;
    eachElement(json, start, (from) => {
      const value = isObjectAt(json, from) ? memberStart(json, from, inner) : -1;
      visitField(json, value, { multiple, visit });
    });
  }
}

interface VisitOptions {
  readonly multiple: boolean;
  readonly visit: VisitValue;
}

function visitField(json: string, start: number, { multiple, visit }: VisitOptions): void {
  const isArray = start !== -1 && isArrayAt(json, start);
  if (multiple && isArray) eachElement(json, start, visit);
  else if (start !== -1 && !isArray) visit(start, valueEnd(json, start));
  else if (!multiple) visit(-1, -1);
}
