type Numbers = Uint32Array<ArrayBuffer> | Float64Array<ArrayBuffer>;

/** A typed array that grows at its end; `values` is another one after it has grown. */
export interface GrowingArray<T extends Numbers> {
  readonly values: T;
  readonly length: number;
  push(value: number): void;
}

export function growingUint32(): GrowingArray<Uint32Array<ArrayBuffer>> {
  return growing((length) => new Uint32Array(length));
}

export function growingFloat64(): GrowingArray<Float64Array<ArrayBuffer>> {
  return growing((length) => new Float64Array(length));
}

function growing<T extends Numbers>(make: (length: number) => T): GrowingArray<T> {
  const array = {
    values: make(16),
    length: 0,
    push(value: number): void {
      if (array.length === array.values.length) {
        const larger = make(array.length + (array.length >> 1));
        larger.set(array.values);
        array.values = larger;
      }
      array.values[array.length] = value;
      array.length += 1;
    },
  };
  return array;
}
