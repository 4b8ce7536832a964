import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { LedgerRecord } from "../../model/entry.ts";
import { parseLedgerFile, printLedgerFile } from "./ledger-file.ts";

const FILE = { path: "ledger/posts/x.yml", type: "posts", id: "e2222222222222222222" };

const instant = fc.date({ noInvalidDate: true, min: new Date(0), max: new Date("9999-01-01") });
const time = instant.map((date) => date.toISOString());
const oid = fc.stringMatching(/^[0-9a-f]{40}$/);
const record: fc.Arbitrary<LedgerRecord> = fc.record(
  {
    id: fc.constant(FILE.id),
    type: fc.constant(FILE.type),
    state: fc.constantFrom("published", "unpublished"),
    version: fc.integer({ min: 1, max: 1e6 }),
    blob: oid,
    schema: fc.integer({ min: 1, max: 1e6 }),
    slug: fc.constantFrom("a", "post-1", "2024", "null", "été", "a.b~c_d", "no", "1e5"),
    sortOrder: fc.integer({ min: -1e9, max: 1e9 }),
    createdAt: time,
    updatedAt: time,
    publishedAt: time,
    by: fc.constantFrom(
      "Ann <ann@x.test>",
      "no",
      "O'Neil: x <o@x.test>",
      "# <a@b>",
      "Zoë Q. <z+a@x.test>",
    ),
    sourceCommit: oid,
    formerSlugs: fc.array(fc.constantFrom("b", "2023", "no"), { minLength: 1 }),
  },
  {
    requiredKeys: [
      "id",
      "type",
      "state",
      "version",
      "blob",
      "schema",
      "slug",
      "sortOrder",
      "createdAt",
      "updatedAt",
      "publishedAt",
      "by",
      "sourceCommit",
    ],
  },
);

test("reads a ledger file as printed, also with a line added by hand", () => {
  fc.assert(
    fc.property(record, fc.boolean(), (ledger, touched) => {
      const printed = Buffer.from(printLedgerFile(ledger)).toString();
      const bytes = Buffer.from(touched ? `# by hand\n${printed}` : printed);
      expect(parseLedgerFile(bytes, FILE)).toEqual(ledger);
    }),
  );
});

test("rejects a broken ledger file", () => {
  expect(() => parseLedgerFile(Buffer.from("state: live\n"), FILE)).toThrow(
    expect.objectContaining({ code: "invalid" }),
  );
});
