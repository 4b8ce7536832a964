import * as fc from "fast-check";
import { expect, test } from "vitest";
import { FOLDER_MODE, nameKey, parseTree, printTree, type TreeEntry } from "./tree.ts";

const oid = fc.nat(9).map((digit) => digit.toString(16).padStart(40, "0"));
const name = fc.constantFrom("a", "a-", "a.b", "a0", "ab", "é", "\uffff", "𝒳", "z");
const mode = fc.constantFrom("100644", "100755", "120000", FOLDER_MODE);
const entries = fc.array(fc.record({ name, mode, oid }), { maxLength: 12 });

function makeTree(list: readonly TreeEntry[]): Map<string, TreeEntry> {
  return new Map(list.map((entry) => [nameKey(entry.name), entry]));
}

/** Git's sort key: a folder sorts as if its name ended with a slash. */
function sortedBy(entry: TreeEntry): Buffer {
  return Buffer.from(entry.mode === FOLDER_MODE ? `${entry.name}/` : entry.name);
}

function entryNamed(byte: number): Buffer {
  return Buffer.concat([Buffer.from("100644 "), Buffer.from([byte, 0]), Buffer.alloc(20, byte)]);
}

test("parses a printed tree unchanged, in Git's order", () => {
  fc.assert(
    fc.property(entries, (list) => {
      const tree = makeTree(list);
      const bytes = printTree(tree);
      const inOrder = [...tree.values()].toSorted((one, other) =>
        Buffer.compare(sortedBy(one), sortedBy(other)),
      );
      expect([...parseTree(bytes).values()]).toEqual(inOrder);
      expect(printTree(parseTree(bytes))).toEqual(bytes);
    }),
  );
});

test("keeps names that are not UTF-8 unchanged and distinct", () => {
  const bytes = Buffer.concat([entryNamed(0xfe), entryNamed(0xff)]);
  const tree = parseTree(bytes);
  expect(tree.size).toBe(2);
  expect(printTree(tree)).toEqual(bytes);
});

test("rejects bytes that are not a tree", () => {
  const whole = printTree(makeTree([{ name: "a", mode: "100644", oid: "1".repeat(40) }]));
  const broken = expect.objectContaining({ code: "repository_broken" });
  expect(() => parseTree(whole.subarray(0, -1))).toThrow(broken);
  const nameless = Buffer.concat([Buffer.from("100644\0"), Buffer.alloc(20)]);
  expect(() => parseTree(nameless)).toThrow(broken);
});

test.each([
  ["100664", "100644"],
  ["100775", "100755"],
  ["040000", FOLDER_MODE],
  ["160000", "160000"],
])("reads mode %s of old tools like Git: %s", (written, read) => {
  const bytes = Buffer.concat([Buffer.from(`${written} a\0`), Buffer.alloc(20, 1)]);
  expect(parseTree(bytes).get("a")?.mode).toBe(read);
});
