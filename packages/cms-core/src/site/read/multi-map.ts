/** A map whose keys rarely have a second value; those that do are known at once. */
export class MultiMap<K, V extends object> {
  #single = new Map<K, V>();
  #repeated = new Map<K, Set<V>>();

  /** Another map of the same values. */
  copy(): MultiMap<K, V> {
    const copy = new MultiMap<K, V>();
    copy.#single = new Map(this.#single);
    copy.#repeated = new Map([...this.#repeated].map(([key, values]) => [key, new Set(values)]));
    return copy;
  }

  /** The value that was added first and is still there. */
  first(key: K): V | undefined {
    return this.#single.get(key);
  }

  keys(): Iterable<K> {
    return this.#single.keys();
  }

  all(key: K): readonly V[] {
    const repeated = this.#repeated.get(key);
    if (repeated !== undefined) return [...repeated];
    const single = this.#single.get(key);
    return single === undefined ? [] : [single];
  }

  add(key: K, value: V): void {
    const first = this.#single.get(key);
    if (first === undefined) {
      this.#single.set(key, value);
      return;
    }
    const repeated = this.#repeated.get(key) ?? new Set([first]);
    this.#repeated.set(key, repeated.add(value));
  }

  /** Puts a value in another's place. */
  replace(key: K, value: V, next: V): void {
    if (this.#single.get(key) === value && !this.#repeated.has(key)) this.#single.set(key, next);
    else {
      this.remove(key, value);
      this.add(key, next);
    }
  }

  remove(key: K, value: V): void {
    const repeated = this.#repeated.get(key);
    if (repeated === undefined) {
      if (this.#single.get(key) === value) this.#single.delete(key);
      return;
    }
    repeated.delete(value);
    const [first] = repeated;
    if (first !== undefined) this.#single.set(key, first);
    if (repeated.size < 2) this.#repeated.delete(key);
  }

  /** Groups of values that share a key. */
  repeated(): Iterable<ReadonlySet<V>> {
    return this.#repeated.values();
  }
}
