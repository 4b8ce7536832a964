import { execFileSync } from "node:child_process";
import { expect, onTestFinished } from "vitest";
import { newId } from "../../../packages/cms-core/src/base/ids.ts";
import type { FileEdit } from "../../../packages/cms-core/src/git/repository/repository.ts";
import type { MergedTree } from "../../../packages/cms-core/src/merge/site/merge-trees.ts";
import type { ContentType } from "../../../packages/cms-core/src/model/content-type.ts";
import { mergeCommits } from "../../../packages/cms-core/src/site/push/merge-commits.ts";
import type { CheckedMerge } from "../../../packages/cms-core/src/site/push/stage-merge.ts";
import { createSite, type SiteStore } from "../../../packages/cms-core/src/site/site-store.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const ANN = { actor: { name: "Ann", email: "ann@example.test" } };
const plain = { required: false, multiple: false };
const POSTS: ContentType = {
  apiId: "posts",
  kind: "list",
  label: "Posts",
  fields: [
    { ...plain, id: "title", apiId: "title", label: "Title", type: "text" },
    { ...plain, id: "lead", apiId: "lead", label: "Lead", type: "textarea" },
    { ...plain, id: "next", apiId: "next", label: "Next", type: "reference", to: ["posts"] },
    { ...plain, id: "cover", apiId: "cover", label: "Cover", type: "media", accept: "image" },
    { ...plain, id: "body", apiId: "body", label: "Body", type: "richtext" },
  ],
};

export const HELLO = "eaaaaaaaaaaaaaaaaaaa";
export const OTHER = "ebbbbbbbbbbbbbbbbbbb";
export const THIRD = "eccccccccccccccccccc";

/** Returns an entry file. */
export function post(id: string, more = "", body = "One. Two.\n\nThree."): string {
  return `---\nid: ${id}\nschema: 1\ncreatedAt: 2026-11-20T09:30:00.000Z\n${more}---\n\n${body}\n`;
}

type Files = Readonly<Record<string, string | null>>;

export interface Forked {
  readonly store: SiteStore;
  readonly merge: (ours: Files, theirs: Files) => Promise<MergedTree>;
  /** Returns the result of merging these files into `main`. */
  readonly check: (main: Files, theirs: Files) => Promise<CheckedMerge>;
}

/** Creates a site with these files, and a function that merges two branches of it. */
export async function fork(files: Files): Promise<Forked> {
  const config = { id: newId("site"), name: "Test", paths: {}, routes: {} };
  const store = await createSite(`${await temporaryFolder()}/site.git`, config, ANN);
  onTestFinished(async () => store.close());
  await store.saveType(POSTS, ANN);
  await store.publishSchema("posts", ANN);
  const { repository } = store;
  const commit = async (ref: string, change: Files): Promise<string> => {
    const edits = Object.entries(change).map(([path, text]): [string, FileEdit] => [
      path,
      text === null ? null : Buffer.from(text),
    ]);
    const made = { files: new Map(edits), author: ANN.actor, message: "Edit" };
    return (await repository.commit(ref, made)).commit;
  };
  const branch = async (name: string, at: string, change: Files): Promise<string> => {
    const ref = `refs/heads/${name}`;
    execFileSync("git", ["--git-dir", repository.gitDir, "update-ref", ref, at]);
    return commit(ref, change);
  };
  const base = await commit("refs/heads/main", files);
  const merge = async (mine: Files, other: Files): Promise<MergedTree> => {
    const [ours, theirs] = [await branch("ours", base, mine), await branch("theirs", base, other)];
    const merged = await mergeCommits(repository, { base, ours, theirs });
    const mirrored = await mergeCommits(repository, { base, ours: theirs, theirs: ours });
    expect(outline(mirrored)).toEqual(outline(merged));
    return merged;
  };
  const check = async (main: Files, other: Files): Promise<CheckedMerge> => {
    const tip = await branch("theirs", base, other);
    await commit("refs/heads/main", main);
    await store.refresh();
    return store.checkMerge(tip);
  };
  return { store, merge, check };
}

/** Returns the parts that don't depend on the side. */
function outline({ conflicts }: MergedTree): readonly string[] {
  return conflicts.map(({ path }) => path).toSorted(compareText);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : 1;
}

/** Returns the merged files; those taken from theirs by name. */
export function texts({ files }: MergedTree): Record<string, unknown> {
  return Object.fromEntries(
    [...files].map(([path, edit]) => [
      path,
      edit instanceof Uint8Array ? Buffer.from(edit).toString() : edit && "theirs",
    ]),
  );
}
