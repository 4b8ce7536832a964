/** Of one entry: whether it is there. */
export const EXISTENCE = "?";
/** Of one entry: all of it. */
export const WHOLE = "*";

/** Beyond so many entries a field counts as read of all: a record of every single one would be longer than the site. */
const SINGLE_READS = 100;

/** What was read, as it is kept in a record. */
export interface ReadsRecord {
  /** Collections of which the list of entries was read. */
  readonly lists: readonly string[];
  /** Entries by collection and field; `true` is all of them. */
  readonly fields: Readonly<Record<string, Readonly<Record<string, readonly string[] | true>>>>;
  /** Why what was read is not all that the page depends on. */
  readonly untracked?: string;
}

/** Notes what is read of the content while one page is rendered. */
export class Reads {
  readonly #lists = new Set<string>();
  readonly #fields = new Map<string, Map<string, Set<string> | true>>();
  #untracked: string | undefined;

  list(collection: string): void {
    this.#lists.add(collection);
  }

  field(collection: string, key: string, field: string): void {
    let fields = this.#fields.get(collection);
    if (!fields) this.#fields.set(collection, (fields = new Map()));
    const keys = fields.get(field);
    if (keys === true || keys?.has(key)) return;
    if (!keys) fields.set(field, new Set([key]));
    else if (keys.size < SINGLE_READS) keys.add(key);
    else fields.set(field, true);
  }

  /** The page depends on something that is not content of this site. */
  untracked(why: string): void {
    this.#untracked ??= why;
  }

  /** Takes over what was read elsewhere. */
  add({ lists, fields, untracked }: ReadsRecord): void {
    for (const collection of lists) this.#lists.add(collection);
    const all = Object.entries(fields).flatMap(([collection, of]) =>
      Object.entries(of).map(([field, keys]) => ({ collection, field, keys })),
    );
    for (const { collection, field, keys } of all) {
      if (keys === true) this.#all(collection, field);
      else for (const key of keys) this.field(collection, key, field);
    }
    if (untracked !== undefined) this.untracked(untracked);
  }

  #all(collection: string, field: string): void {
    let fields = this.#fields.get(collection);
    if (!fields) this.#fields.set(collection, (fields = new Map()));
    fields.set(field, true);
  }

  record(): ReadsRecord {
    const fields = [...this.#fields].map(([collection, of]) => [
      collection,
      Object.fromEntries([...of].map(([field, keys]) => [field, keys === true || [...keys]])),
    ]);
    return {
      lists: [...this.#lists],
      fields: Object.fromEntries(fields),
      ...(this.#untracked !== undefined && { untracked: this.#untracked }),
    };
  }
}
