import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse as parseYaml } from "yaml";
import { entriesOf, schemas } from "../../../../../tests/support/properties/arbitraries.ts";
import { decodeText } from "../../base/bytes.ts";
import { isCmsError } from "../../base/errors.ts";
import type { SchemaVersion } from "../../model/content-type.ts";
import type { Entry } from "../../model/entry.ts";
import { readYaml } from "../../yaml/yaml.ts";
import { parseEntryFile, splitEntryFile } from "./parse-entry.ts";
import { moveBody, normalizeEntry, printEntryFile } from "./print-entry.ts";
import { validateEntry } from "./validate-entry.ts";

// In an adopted repository, a file may have front matter without a body field, or a body field without front matter.
const paths = fc.constantFrom("docs/hello.md", "docs/hello.mdx", "docs/hello.yml");
const withEntry = schemas.chain((schema) =>
  fc.tuple(fc.constant(schema), paths, entriesOf(schema)),
);
const withTwo = schemas.chain((schema) =>
  fc.tuple(fc.constant(schema), paths, entriesOf(schema), entriesOf(schema)),
);

function parse(bytes: Uint8Array, schema: SchemaVersion, path: string): Entry {
  const schemaOf = (): SchemaVersion => schema;
  return parseEntryFile(bytes, { path, apiId: "posts", slug: "hello", schemaOf });
}

describe("FM-17 an entry file", () => {
  test("reads back as the printed entry", () => {
    fc.assert(
      fc.property(withEntry, ([schema, path, entry]) => {
        const bytes = printEntryFile(entry, schema, { path });
        expect(parse(bytes, schema, path)).toEqual(normalizeEntry(entry, schema));
      }),
      { numRuns: 150 },
    );
  });

  test("is parsed the same way by another YAML parser", () => {
    fc.assert(
      fc.property(withEntry, ([schema, path, entry]) => {
        const text = Buffer.from(printEntryFile(entry, schema, { path })).toString();
        const { yaml } = splitEntryFile(text, path);
        const other: unknown = parseYaml(yaml, { schema: "failsafe", mapAsMap: true });
        expect(readYaml(yaml)).toEqual(other);
      }),
      { numRuns: 100 },
    );
  });

  test("contains the new entry after a save", () => {
    fc.assert(
      fc.property(withTwo, ([schema, path, before, after]) => {
        const previous = printEntryFile(before, schema, { path });
        const bytes = printEntryFile(after, schema, { path, previous });
        expect(parse(bytes, schema, path)).toEqual(normalizeEntry(after, schema));
      }),
      { numRuns: 150 },
    );
  });

  test("has front matter according to its path, whatever its type", () => {
    fc.assert(
      fc.property(withTwo, paths, ([schema, path, before, after], toPath) => {
        const old = printEntryFile(before, schema, { path });
        const previous = moveBody(old, { path, toPath, from: schema, to: schema });
        expect(parse(previous, schema, toPath)).toEqual(normalizeEntry(before, schema));
        const text = Buffer.from(printEntryFile(after, schema, { path: toPath, previous }));
        expect(text.toString().startsWith("---\n")).toBe(!toPath.endsWith(".yml"));
        expect(parse(text, schema, toPath)).toEqual(normalizeEntry(after, schema));
      }),
      { numRuns: 100 },
    );
  });

  test("does not change when the same entry is saved again", () => {
    fc.assert(
      fc.property(withEntry, ([schema, path, entry]) => {
        const previous = printEntryFile(entry, schema, { path });
        expect(printEntryFile(parse(previous, schema, path), schema, { path, previous })).toBe(
          previous,
        );
      }),
      { numRuns: 100 },
    );
  });

  test("keeps unknown keys and comments through any save", () => {
    fc.assert(
      fc.property(withTwo, ([schema, path, before, after]) => {
        const text = Buffer.from(printEntryFile(before, schema, { path })).toString();
        const marked = text.replace(
          /^schema: 3$/m,
          "schema: 3 # mine\n# kept\nunknown: [a,  b]  # also",
        );
        const bytes = printEntryFile(after, schema, { path, previous: Buffer.from(marked) });
        const saved = Buffer.from(bytes).toString();
        expect(saved).toContain("schema: 3 # mine\n# kept\nunknown: [a,  b]  # also\n");
        expect(parse(bytes, schema, path)).toEqual(normalizeEntry(after, schema));
      }),
      { numRuns: 100 },
    );
  });

  test("with random changes is either an entry or a CmsError", () => {
    const edits = fc.array(
      fc.tuple(
        fc.nat(),
        fc.nat(3),
        fc.constantFrom(..."-:#'\"{}[]&*!|>%\t\n \0\\?,~".split(""), "---\n", "\n- ", "\xFF"),
      ),
      { minLength: 1, maxLength: 6 },
    );
    fc.assert(
      fc.property(withEntry, edits, ([schema, path, entry], changes) => {
        let text = Buffer.from(printEntryFile(entry, schema, { path })).toString("latin1");
        for (const [place, length, piece] of changes) {
          const at = place % (text.length + 1);
          text = text.slice(0, at) + piece + text.slice(at + length);
        }
        expect(attempt(Buffer.from(text, "latin1"), schema, path)).toBe("fine");
      }),
      { numRuns: 500 },
    );
  });
});

/** Reads, checks, and saves what can be read; errors other than `CmsError` are thrown. */
function attempt(bytes: Buffer, schema: SchemaVersion, path: string): string {
  try {
    const entry = parse(bytes, schema, path);
    validateEntry(entry, schema, { mode: "publish" });
    const saved = printEntryFile(entry, schema, { path, previous: bytes });
    // A file without a schema version gets the one that it was read with.
    const { yaml } = splitEntryFile(decodeText(bytes), path);
    const isWhole = readYaml(yaml).has("schema");
    expect(saved === bytes || !isWhole).toBe(true);
    expect(parse(saved, schema, path)).toEqual(entry);
  } catch (error) {
    if (!isCmsError(error)) throw error;
  }
  return "fine";
}
