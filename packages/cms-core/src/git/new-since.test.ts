import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { beforeAll, afterAll, describe, expect, test } from "vitest";
import { openRepository, type GitRepository } from "./repository.ts";

const ANN = { name: "Ann", email: "ann@example.test" };

let folder: string;
let repository: GitRepository;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "loam-new-"));
  repository = await openRepository(join(folder, "site.git"), { create: true });
});
afterAll(async () => {
  await repository.close();
  rmSync(folder, { recursive: true, force: true });
});

let commits = 0;

/** Makes a commit on a ref that holds these files and no others. */
async function commitFiles(ref: string, files: ReadonlyMap<string, string>): Promise<string> {
  const head = await repository.resolveRef(ref);
  const gone = head === undefined ? [] : await repository.listFiles(head);
  const edits = new Map<string, Buffer | null>(gone.map(({ path }) => [path, null]));
  for (const [path, text] of files) edits.set(path, Buffer.from(text));
  const change = { files: edits, author: ANN, message: "Save", when: new Date() };
  return (await repository.commit(ref, change)).commit;
}

const names = fc.constantFrom("a", "b", "é", "a.md", "z");
const paths = fc
  .array(names, { minLength: 1, maxLength: 4 })
  .map((parts) => `${parts.join("/")}/${parts.length}`);
const contents = fc
  .array(fc.tuple(paths, fc.constantFrom("one", "two")), { minLength: 1, maxLength: 12 })
  .map((files) => new Map(files));

describe("what is new from one commit to another", () => {
  test("is what git says of files that are still there", async () => {
    await fc.assert(
      fc.asyncProperty(contents, contents, async (before, after) => {
        commits += 1;
        const ref = `refs/heads/run-${commits}`;
        const from = await commitFiles(ref, before);
        const to = await commitFiles(ref, after);

        const { files, folders } = (await repository.newSince(from, to)) ?? {
          files: [],
          folders: [],
        };

        const below = [...after.keys()].filter((path) => folders.some((of) => path.startsWith(of)));
        const changed = (await repository.changedFiles(from, to)).filter((file) => file.after);
        expect([...files, ...below].toSorted()).toEqual(changed.map(({ path }) => path).toSorted());
      }),
      { numRuns: 60 },
    );
  });

  test("is everything without an older commit", async () => {
    const to = await commitFiles("refs/heads/first", new Map([["a", "one"]]));
    expect(await repository.newSince(undefined, to)).toEqual({ files: [], folders: [""] });
  });

  test("is not looked for in long lists, nor in many folders", async () => {
    const long = new Map(Array.from({ length: 2000 }, (_, at) => [`a/${at}`, "one"] as const));
    const from = await commitFiles("refs/heads/long", long);
    const to = await commitFiles("refs/heads/long", new Map([...long, ["a/1", "two"]]));
    expect(await repository.newSince(from, to)).toBe(undefined);

    const wide = new Map(Array.from({ length: 20 }, (_, at) => [`${at}/a`, "one"] as const));
    const one = await commitFiles("refs/heads/wide", wide);
    const all = new Map([...wide.keys()].map((path) => [path, "two"] as const));
    expect(await repository.newSince(one, await commitFiles("refs/heads/wide", all))).toBe(
      undefined,
    );

    const before = await commitFiles("refs/heads/new", new Map([["z", "one"]]));
    const after = await commitFiles("refs/heads/new", new Map([...wide, ["z", "one"]]));
    expect(await repository.newSince(before, after)).toBe(undefined);
  });
});
