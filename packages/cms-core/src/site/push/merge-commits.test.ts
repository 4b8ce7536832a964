import { execFileSync } from "node:child_process";
import { expect, onTestFinished, test } from "vitest";
import {
  fork,
  HELLO,
  OTHER,
  post,
  texts,
  THIRD,
} from "../../../../../tests/support/git/fork-site.ts";
import { mediaPath } from "../../content/site/layout.ts";
import { openSiteStore } from "../site-store.ts";

const NONE = { conflicts: [] };

test("S1, S4: keeps edits and new entries of both sides and writes only theirs", async () => {
  const { merge } = await fork({
    "content/posts/hello.md": post(HELLO),
    "content/posts/other.md": post(OTHER),
  });
  const merged = await merge(
    { "content/posts/hello.md": post(HELLO, "title: Hi\n"), "content/posts/a.md": post(THIRD) },
    {
      "content/posts/other.md": post(OTHER, "title: Ho\n"),
      "content/posts/b.md": post("eddddddddddddddddddd"),
    },
  );
  expect(merged).toMatchObject(NONE);
  expect(texts(merged)).toEqual({
    "content/posts/other.md": "theirs",
    "content/posts/b.md": "theirs",
  });
});

test("merges adjacent fields, comments, and unknown keys into one file", async () => {
  const start = post(HELLO, "title: Hello\nlead: Lead\nmine: 1\n");
  const { merge } = await fork({ "content/posts/hello.md": start });
  const merged = await merge(
    {
      "content/posts/hello.md": start
        .replace("title: Hello", "# ours\ntitle: Hi")
        .replace("mine: 1", "mine: 2"),
    },
    {
      "content/posts/hello.md": start
        .replace("lead: Lead", "lead: Led # theirs")
        .replace("One.", "Eins.")
        .replace("---\n\n", "new: key\n---\n\n"),
    },
  );
  expect(merged).toMatchObject(NONE);
  expect(texts(merged)).toEqual({
    "content/posts/hello.md": post(
      HELLO,
      "# ours\ntitle: Hi\nlead: Led # theirs\nmine: 2\nnew: key\n",
      "Eins. Two.\n\nThree.",
    ),
  });
});

test("reports a conflict for an unknown key changed on both sides", async () => {
  const start = post(HELLO, "mine: 1\n");
  const { merge } = await fork({ "content/posts/hello.md": start });
  const merged = await merge(
    { "content/posts/hello.md": start.replace("mine: 1", "mine: 2") },
    { "content/posts/hello.md": start.replace("mine: 1", "mine: 3") },
  );
  expect(merged.conflicts).toEqual([
    { file: "content/posts/hello.md", path: "mine", base: "1", ours: "2", theirs: "3" },
  ]);
});

test.each([
  ["a long entry", post(HELLO, "title: Hello\n")],
  ["an entry of one sentence", post(HELLO, "title: Hello\n", "One.")],
])("merges a rename of %s on one side with an edit on the other", async (_name, start) => {
  const { merge } = await fork({ "content/posts/hello.md": start });
  const renamed = {
    "content/posts/hello.md": null,
    "content/posts/hi.md": start.replace("title: Hello", "title: Hi"),
  };
  const edited = { "content/posts/hello.md": start.replace("One.", "Eins.") };
  const both = start.replace("title: Hello", "title: Hi").replace("One.", "Eins.");

  const one = await merge(renamed, edited);
  expect(one).toMatchObject(NONE);
  expect(texts(one)).toEqual({ "content/posts/hi.md": both });

  const other = await merge(edited, renamed);
  expect(other).toMatchObject(NONE);
  expect(texts(other)).toEqual({ "content/posts/hello.md": null, "content/posts/hi.md": both });
});

test("reports two renames to different slugs as a conflict of the slug", async () => {
  const { merge } = await fork({ "content/posts/hello.md": post(HELLO) });
  const { conflicts } = await merge(
    { "content/posts/hello.md": null, "content/posts/a.md": post(HELLO) },
    { "content/posts/hello.md": null, "content/posts/b.md": post(HELLO) },
  );
  expect(conflicts).toMatchObject([{ path: "slug", base: "hello", ours: "a", theirs: "b" }]);
});

test("reports different entries created with the same slug", async () => {
  const { merge } = await fork({});
  const { conflicts, files } = await merge(
    { "content/posts/a.md": post(HELLO) },
    { "content/posts/a.md": post(OTHER) },
  );
  expect(conflicts).toMatchObject([
    { file: "content/posts/a.md", path: "slug", ours: `entry:${HELLO}`, theirs: `entry:${OTHER}` },
  ]);
  expect(files.size).toBe(0);
});

test("reports slugs that differ only in case and duplicate ids", async () => {
  const { check } = await fork({});
  const { conflicts, issues } = await check(
    { "content/posts/straße.md": post(HELLO) },
    {
      "content/posts/strasse.md": post(OTHER),
      "content/posts/x.md": post(THIRD),
      "content/posts/y.md": post(THIRD),
    },
  );
  expect(conflicts).toEqual([]);
  const pathsOf = (code: string): unknown =>
    issues.filter((issue) => issue.code === code).map(({ path }) => path);
  expect(pathsOf("slug_taken")).toEqual(["content/posts/strasse.md", "content/posts/straße.md"]);
  expect(pathsOf("id_taken")).toEqual(["content/posts/x.md", "content/posts/y.md"]);
});

const MEDIA = "maaaaaaaaaaaaaaaaaaa";
const FLAT = `media/${MEDIA}.yml`;

function record(alt: string): string {
  return `id: ${MEDIA}\nsha256: "${"0".repeat(64)}"\nfilename: a.jpg\nmimeType: image/jpeg\nbyteSize: 1\nalt: ${alt}\ncreatedAt: 2026-11-20T09:30:00.000Z\n`;
}

test("merges a moved media record with an edit on the other side", async () => {
  const { merge } = await fork({ [FLAT]: record("old") });
  const moved = { [FLAT]: null, [mediaPath(MEDIA)]: record("old") };
  const edited = { [FLAT]: record("new") };
  const merged = await merge(moved, edited);
  expect([merged.conflicts, texts(merged)]).toEqual([[], { [mediaPath(MEDIA)]: record("new") }]);
  const mirrored = await merge(edited, moved);
  expect(texts(mirrored)).toEqual({ [FLAT]: null, [mediaPath(MEDIA)]: record("new") });
});

test("removes a moved media record deleted on the other side, and reports an edited one as a conflict", async () => {
  const { merge } = await fork({ [FLAT]: record("old") });
  const moved = { [FLAT]: null, [mediaPath(MEDIA)]: record("old") };
  const gone = await merge(moved, { [FLAT]: null });
  expect([gone.conflicts, texts(gone)]).toEqual([[], { [mediaPath(MEDIA)]: null }]);
  const edited = { [FLAT]: null, [mediaPath(MEDIA)]: record("new") };
  const { conflicts } = await merge({ [FLAT]: null }, edited);
  expect(conflicts).toMatchObject([{ file: mediaPath(MEDIA), path: "file" }]);
});

test("keeps our side of an unreadable media record and asks for review", async () => {
  const { merge } = await fork({ [FLAT]: record("old") });
  const edited = { [FLAT]: record('"new') };
  const merged = await merge(edited, { [FLAT]: null, [mediaPath(MEDIA)]: record("other") });
  expect(merged.conflicts).toMatchObject([{ path: "file" }]);
  expect(texts(merged)).toEqual({});
});

test("reports a reference to a deleted entry or media file with its line", async () => {
  const { check } = await fork({
    "content/posts/hello.md": post(HELLO),
    "content/posts/other.md": post(OTHER),
    [mediaPath(MEDIA)]: record("old"),
  });
  const { conflicts, issues } = await check(
    { "content/posts/hello.md": null, [mediaPath(MEDIA)]: null },
    { "content/posts/other.md": post(OTHER, `next: ${HELLO}\ncover: ${MEDIA}\n`) },
  );
  expect(conflicts).toEqual([]);
  expect(issues).toMatchObject([
    { code: "dangling_reference", path: "content/posts/other.md", field: "next", line: 5 },
    { code: "dangling_reference", path: "content/posts/other.md", field: "cover", line: 6 },
  ]);
});

test("reports an entry of a deleted content type", async () => {
  const gone = { "types/posts/type.yml": null, "types/posts/versions/1.json": null };
  const added = { "content/posts/hello.md": post(HELLO) };
  const one = await (await fork({})).check(gone, added);
  expect(one).toMatchObject({ conflicts: [], issues: [{ path: "content/posts/hello.md" }] });
  const other = await (await fork({})).check(added, gone);
  const issue = { code: "conflict", path: "types/posts/type.yml" };
  expect(other).toMatchObject({ conflicts: [] });
  expect(other.issues).toContainEqual(expect.objectContaining(issue));
});

test("reports an entry deleted on one side and changed on the other, and keeps it", async () => {
  const { merge } = await fork({ "content/posts/hello.md": post(HELLO) });
  const gone = { "content/posts/hello.md": null };
  const changed = { "content/posts/hello.md": post(HELLO, "title: Hi\n") };
  const merged = await merge(gone, changed);
  expect(merged.conflicts).toMatchObject([{ file: "content/posts/hello.md", path: "" }]);
  expect(texts(merged)).toEqual({ "content/posts/hello.md": "theirs" });
  expect(texts(await merge(changed, gone))).toEqual({});
  expect(await merge(gone, gone)).toEqual({ files: new Map(), conflicts: [] });
});

test("merges types, records, and other files by kind", async () => {
  const { store, merge } = await fork({ "README.md": "One\n\nTwo\n\nThree\n" });
  const path = "types/posts/type.yml";
  const found = await store.repository.readPath(store.head(), path);
  const type = Buffer.from(found?.bytes ?? []).toString();
  const merged = await merge(
    { [path]: type.replace("label: Posts", "label: Articles"), "README.md": "1\n\nTwo\n\nThree\n" },
    {
      [path]: `# Ours\n${type.replace("label: Title", "label: Heading")}`,
      "README.md": "One\n\nTwo\n\n3\n",
    },
  );
  expect(merged).toMatchObject(NONE);
  expect(texts(merged)).toEqual({
    [path]: `# Ours\n${type.replace("label: Posts", "label: Articles").replace("label: Title", "label: Heading")}`,
    "README.md": "1\n\nTwo\n\n3\n",
  });

  const both = await merge({ "README.md": "A\n\nTwo\n" }, { "README.md": "B\n\nTwo\n" });
  expect(both.conflicts).toMatchObject([{ file: "README.md", path: "file" }]);
});

test("reports two frozen schemas with one number as a conflict", async () => {
  const { merge } = await fork({});
  const path = "types/posts/versions/2.json";
  const { conflicts, files } = await merge({ [path]: "{}\n" }, { [path]: '{"a": 1}\n' });
  expect(conflicts).toMatchObject([{ file: path, path: "file" }]);
  expect(files.size).toBe(0);
});

test("reads other files despite an unreadable one, which conflicts if both sides changed it", async () => {
  const { merge } = await fork({
    "content/posts/hello.md": post(HELLO),
    "content/posts/other.md": post(OTHER),
  });
  const broken = post(HELLO, "title: [\n");
  const merged = await merge(
    { "content/posts/hello.md": broken },
    {
      "content/posts/hello.md": post(HELLO, "title: Hi\n"),
      "content/posts/other.md": post(OTHER, "title: Ho\n"),
    },
  );
  expect(merged.conflicts).toMatchObject([{ file: "content/posts/hello.md", path: "file" }]);
  expect(texts(merged)).toEqual({ "content/posts/other.md": "theirs" });
});

test("produces files of a readable site", async () => {
  const start = post(HELLO, "title: Hello\n");
  const { store, merge } = await fork({ "content/posts/hello.md": start });
  const { files } = await merge(
    { "content/posts/hello.md": start.replace("Hello", "Hi") },
    { "content/posts/hello.md": null, "content/posts/hey.md": start.replace("Two.", "Zwei.") },
  );
  const { repository } = store;
  const author = { name: "Ann", email: "ann@example.test" };
  const change = { files, author, message: "Merge" };
  const { commit } = await repository.commit("refs/heads/ours", change);
  execFileSync("git", ["--git-dir", repository.gitDir, "update-ref", "refs/heads/main", commit]);
  const fresh = await openSiteStore(repository.gitDir);
  onTestFinished(async () => fresh.close());
  expect(fresh.problems()).toEqual([]);
  const ref = fresh.findEntry("posts", "hey");
  expect(ref && (await fresh.readEntry(ref)).values.get("title")).toBe("Hi");
});
