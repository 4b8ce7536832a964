import { expect, test } from "vitest";
import type { ChangeDetail } from "../../api/changes/change.ts";
import { includesApproval, type ChangeViewer, rightsOf, unmetConditions } from "./merge-rules.ts";

type Blocked = NonNullable<ChangeDetail["merge"]>["blockedBy"];

function detailOf(
  blockedBy: Blocked,
  more: Partial<ChangeDetail> = {},
  change: Partial<ChangeDetail["change"]> = {},
): ChangeDetail {
  const at = "2026-11-01T00:00:00.000Z";
  return {
    change: {
      number: 1,
      title: "New words",
      description: "",
      branch: "change/1-new-words",
      state: "open",
      draft: false,
      createdBy: "ann",
      pushedBy: "ann",
      createdAt: at,
      updatedAt: at,
      reviewers: [],
      mergedCommit: null,
      endedBy: null,
      endedAt: null,
      head: "c1",
      reviews: [],
      comments: 0,
      openThreads: 0,
      unreadComments: 0,
      unread: false,
      ...change,
    },
    asOf: at,
    people: [],
    head: "c1",
    base: "c0",
    pruned: false,
    commits: [],
    entries: [],
    media: [],
    types: [],
    files: [],
    merge: { possible: blockedBy.length === 0, blockedBy, conflicts: [], issues: [] },
    ...more,
  };
}

const ann: ChangeViewer = { userId: "ann", role: "write" };
const editor: ChangeViewer = { userId: "mara", role: "edit" };
const writer: ChangeViewer = { userId: "yuki", role: "write" };
const viewer: ChangeViewer = { userId: "vera", role: "view" };

const kinds = (detail: ChangeDetail, onlooker: ChangeViewer) =>
  unmetConditions(detail, onlooker).map(({ kind }) => kind);

test("refuses verdicts on one's own changes, by viewers, and on closed requests", () => {
  const { change } = detailOf([]);
  expect(rightsOf(change, ann)).toEqual({
    propose: true,
    judge: false,
    askForChanges: false,
    manage: true,
    accept: true,
  });
  expect(rightsOf(change, editor)).toMatchObject({ judge: true, manage: true });
  expect(rightsOf({ ...change, pushedBy: "mara" }, editor)).toMatchObject({
    judge: false,
    askForChanges: true,
  });
  expect(rightsOf(change, writer)).toMatchObject({ judge: false, manage: false, accept: true });
  expect(Object.values(rightsOf(change, viewer))).toEqual([false, false, false, false, false]);
  expect(rightsOf({ ...change, state: "merged" }, editor)).toMatchObject({
    judge: false,
    accept: false,
  });
});

test("requires an approval that users with permission give by merging", () => {
  const detail = detailOf(["approval_missing"]);
  expect([kinds(detail, ann), kinds(detail, writer), kinds(detail, editor)]).toEqual([
    ["approval"],
    ["approval"],
    [],
  ]);
  expect([includesApproval(detail, ann), includesApproval(detail, editor)]).toEqual([false, true]);
  expect(includesApproval(detailOf([]), editor)).toBe(false);
});

test("waits for requested changes but withdraws one's own on merge", () => {
  const review = {
    userId: "mara",
    verdict: "changes_requested",
    current: true,
    head: "c1",
    createdAt: "2026-11-01T00:00:00.000Z",
  } as const;
  const detail = detailOf(["changes_requested"], {}, { reviews: [review] });
  expect(unmetConditions(detail, ann)).toEqual([{ kind: "asked", people: ["mara"] }]);
  expect(unmetConditions(detail, editor)).toEqual([]);
  expect(includesApproval(detail, editor)).toBe(true);
});

test("lists conditions by urgency with the locations of conflicts", () => {
  const conflict = { file: "content/home.md", path: "lead", base: "a", main: "b", branch: "c" };
  const entry = { id: "e1", type: "home", slug: "home", title: "Home page" };
  const blocked: Blocked = ["draft", "conflicts"];
  const merge = { possible: false, blockedBy: blocked, conflicts: [{ ...conflict, entry }] };
  const detail = detailOf([], { merge: { ...merge, issues: [] } });
  expect(unmetConditions(detail, ann)).toEqual([
    { kind: "draft" },
    { kind: "conflicts", places: [{ title: "Home page", path: "lead" }] },
  ]);
  expect(kinds(detailOf(["nothing_to_merge"]), editor)).toEqual(["empty"]);
});

test("requires permission for each of the changes", () => {
  const files = [{ kind: "changed", path: "site.yml", viewed: false } as const];
  const types: ChangeDetail["types"] = [
    { kind: "changed", path: "t", apiId: "posts", changes: [], versions: [], viewed: false },
  ];
  expect(unmetConditions(detailOf([], { types }), writer)).toEqual([
    { kind: "rights", needs: "edit" },
  ]);
  expect(unmetConditions(detailOf([], { types }), editor)).toEqual([]);
  expect(unmetConditions(detailOf([], { files }), editor)).toEqual([
    { kind: "rights", needs: "admin" },
  ]);
});
