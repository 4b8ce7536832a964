import { EXISTENCE, type ReadsRecord, WHOLE } from "./reads.ts";
import type { CollectionSnapshot, ContentSnapshot } from "./snapshot.ts";

/** Returns why a page with these reads must be rendered again; `undefined` if it is up to date. */
export type ChangeOf = (reads: ReadsRecord) => string | undefined;

/** Compares two snapshots of the content, once for all pages. */
export function changesBetween(before: ContentSnapshot, after: ContentSnapshot): ChangeOf {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changes = new Map(
    [...names].map((name) => [name, new CollectionChange(before[name], after[name])]),
  );
  return ({ lists, fields, untracked }) => {
    if (untracked !== undefined) return untracked;
    const list = lists.find((name) => changes.get(name)?.list);
    if (list !== undefined) return `the list of ${list}`;
    for (const [name, of] of Object.entries(fields)) {
      const change = changes.get(name);
      for (const [field, keys] of Object.entries(of)) {
        const key = change?.firstChanged(field, keys);
        if (key !== undefined) return `${name}/${key}${nameOf(field)}`;
      }
    }
    return undefined;
  };
}

function nameOf(field: string): string {
  return field === EXISTENCE || field === WHOLE ? "" : `, field ${field}`;
}

interface Side {
  readonly digest: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly position: number;
}

class CollectionChange {
  readonly #before: ReadonlyMap<string, Side>;
  readonly #after: ReadonlyMap<string, Side>;
  readonly #positionKey: string | undefined;
  /** Ids of entries with changes other than their position, including added and removed ones. */
  readonly #changed: ReadonlySet<string>;
  readonly #moved: ReadonlySet<string>;
  /** Whether the listed entries or their order changed. */
  readonly list: boolean;

  constructor(before: CollectionSnapshot | undefined, after: CollectionSnapshot | undefined) {
    this.#before = sides(before);
    this.#after = sides(after);
    this.#positionKey = after?.positionKey ?? before?.positionKey;
    const sameSchema = before?.schema === after?.schema;
    const keys = [...new Set([...this.#before.keys(), ...this.#after.keys()])];
    this.#changed = new Set(
      keys.filter(
        (key) => !sameSchema || this.#before.get(key)?.digest !== this.#after.get(key)?.digest,
      ),
    );
    this.#moved = new Set(
      keys.filter((key) => this.#before.get(key)?.position !== this.#after.get(key)?.position),
    );
    this.list = this.#moved.size > 0;
  }

  /** Returns the first entry of `keys`, or of all entries, in which `field` changed. */
  firstChanged(field: string, keys: readonly string[] | true): string | undefined {
    const places = field === this.#positionKey || field === WHOLE;
    if (keys !== true) {
      return keys.find(
        (key) =>
          (places && this.#moved.has(key)) || (this.#changed.has(key) && this.#differs(key, field)),
      );
    }
    const [moved] = places ? this.#moved : [];
    if (moved !== undefined) return moved;
    for (const key of this.#changed) if (this.#differs(key, field)) return key;
    return undefined;
  }

  #differs(key: string, field: string): boolean {
    const [before, after] = [this.#before.get(key), this.#after.get(key)];
    if (field === WHOLE || before === undefined || after === undefined) return true;
    return field !== EXISTENCE && before.fields[field] !== after.fields[field];
  }
}

function sides(snapshot: CollectionSnapshot | undefined): ReadonlyMap<string, Side> {
  return new Map(
    snapshot?.entries.map(([key, digest, fields], position) => [key, { digest, fields, position }]),
  );
}
