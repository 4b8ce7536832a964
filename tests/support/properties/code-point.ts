import * as fc from "fast-check";

const SURROGATES = 0x800;

/**
 * Any character, as the unit of a string. fast-check's own `unit: "binary"` lists all million of them first, which
 * takes a second and 125 MB per process.
 */
export const codePoint: fc.Arbitrary<string> = fc
  .integer({ min: 0, max: 0x10ffff - SURROGATES })
  .map((place) => String.fromCodePoint(place < 0xd800 ? place : place + SURROGATES));
