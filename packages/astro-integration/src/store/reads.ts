/** Pseudo-field for the existence of an entry. */
export const EXISTENCE = "?";
/** Pseudo-field for all fields of an entry. */
export const WHOLE = "*";

/**
 * With more entries, a field counts as read for all of them. A record of every single one could exceed the size of the
 * site.
 */
const SINGLE_READS = 100;

/** Recorded reads in serializable form. */
export interface ReadsRecord {
  /** Collections whose list of entries was read. */
  readonly lists: readonly string[];
  /** Entries by collection and field; `true` means all of them. */
  readonly fields: Readonly<Record<string, Readonly<Record<string, readonly string[] | true>>>>;
  /** Why the page depends on more than the recorded reads. */
  readonly untracked?: string;
}

/** Records what is read from the content while one page is rendered. */
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

  /** Marks the page as dependent on something outside the site's content. */
  untracked(why: string): void {
    this.#untracked ??= why;
  }

  /** Adds reads recorded elsewhere. */
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
