import * as fc from "fast-check";

const SURROGATES = 0x800;

/**
 * Any character there is, as the unit of a string. fast-check's own `unit: "binary"` first lists all million of them,
 * which takes each process a second and 125 MB.
 */
export const codePoint: fc.Arbitrary<string> = fc
  .integer({ min: 0, max: 0x10ffff - SURROGATES })
  .map((place) => String.fromCodePoint(place < 0xd800 ? place : place + SURROGATES));
