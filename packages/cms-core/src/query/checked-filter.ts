/** What one value must be; of several values, any. */
export type ValueTest =
  | { readonly kind: "exists" }
  | { readonly kind: "never" }
  | { readonly kind: "text"; readonly how: "equals" | "contains" | "begins"; readonly text: string }
  | {
      readonly kind: "number";
      readonly how: "equals" | "less" | "greater";
      readonly number: number;
    }
  /** Milliseconds since 1970, UTC. */
  | { readonly kind: "time"; readonly how: "equals" | "less" | "greater"; readonly time: number }
  | { readonly kind: "boolean"; readonly boolean: boolean }
  | { readonly kind: "reference"; readonly idOrSlug: string };

/** Where values come from: a system key, a field, or a field of a repeat field's rows. */
export interface ValuePath {
  readonly key: string;
  /** API id inside a repeat field's rows. */
  readonly inner?: string;
}

/** One condition on an entry, checked against the schema. */
export interface CheckedTerm {
  readonly kind: "term";
  readonly path: ValuePath;
  readonly test: ValueTest;
  /** Whether it is the exact opposite that is asked for. */
  readonly negated: boolean;
}

/** A condition on the entries that a reference field points to; any of them. */
export interface CheckedHop {
  readonly kind: "hop";
  readonly path: ValuePath;
  /** By API id of the target's type; one that lacks the field has no key. */
  readonly targets: ReadonlyMap<string, { readonly path: ValuePath; readonly test: ValueTest }>;
  readonly negated: boolean;
}

interface CheckedPair {
  readonly kind: "and" | "or";
  readonly left: CheckedFilter;
  readonly right: CheckedFilter;
}

export type CheckedFilter = CheckedTerm | CheckedHop | CheckedPair;
