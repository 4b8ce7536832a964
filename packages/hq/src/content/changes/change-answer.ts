import type { Issue } from "@loam/cms-core";
import type { ListedCommit } from "@loam/cms-core/git";
import type { ChangedEntry, ChangedType, ChangeKind } from "@loam/cms-core/history";
import { z } from "zod";
import { changesAnswer, showChanges, type ShownChanges } from "../history/history-answer.ts";
import type { Change } from "./changes.ts";
import type { Blocker, ReadChange } from "./read-change.ts";
import type { Comment, Review } from "./reviews.ts";

const HEADS = "refs/heads/";

/** A change request as lists show it. */
export const changeAnswer: z.ZodType<ChangeAnswer, ChangeAnswer> = z
  .object({
    number: z.int(),
    title: z.string(),
    description: z.string(),
    branch: z.string().meta({ description: "As git names it: `change/3-new-words`." }),
    state: z.enum(["open", "merged", "closed"]),
    createdBy: z.string().nullable(),
    createdAt: z.string(),
    updatedAt: z.string(),
    reviewers: z
      .array(z.string())
      .meta({ description: "Ids of people who are asked for a review." }),
    mergedCommit: z.string().nullable(),
    endedBy: z.string().nullable().meta({ description: "Who merged or closed it." }),
    endedAt: z.string().nullable(),
  })
  .meta({ id: "Change" });

export interface ChangeAnswer {
  number: number;
  title: string;
  description: string;
  branch: string;
  state: Change["state"];
  createdBy: string | null;
  createdAt: string;
  updatedAt: string;
  reviewers: string[];
  mergedCommit: string | null;
  endedBy: string | null;
  endedAt: string | null;
}

export function showChange(change: Change): ChangeAnswer {
  const { siteId: _, branch, reviewers, end, ...plain } = change;
  return {
    ...plain,
    branch: branch.slice(HEADS.length),
    reviewers: [...reviewers],
    mergedCommit: end?.mergedCommit ?? null,
    endedBy: end?.by ?? null,
    endedAt: end?.at ?? null,
  };
}

const kind = z.enum(["added", "removed", "changed"]);

const issue = z.object({
  code: z.string(),
  message: z.string(),
  path: z.string().exactOptional(),
  line: z.int().exactOptional(),
  field: z.string().exactOptional(),
});

const schemaChange = z.object({
  kind: z.string(),
  field: z.string().meta({ description: "Dotted API ids; empty where it is about the type." }),
  before: z.string().exactOptional(),
  after: z.string().exactOptional(),
});

const conflict = z.object({
  file: z.string(),
  path: z.string().meta({ description: "API id, `slug` and the like; empty for the whole file." }),
  base: z.unknown(),
  main: z.unknown(),
  branch: z.unknown(),
});

const reviewAnswer = z
  .object({
    userId: z.string(),
    verdict: z.enum(["approved", "changes_requested"]),
    head: z.string(),
    current: z.boolean().meta({ description: "Whether nothing was pushed since." }),
    createdAt: z.string(),
  })
  .meta({ id: "Review" });

/** A change request with what it changes in terms of the site, and what merging it would come to. */
export const changeDetail: z.ZodType<ChangeDetail, ChangeDetail> = z
  .object({
    change: changeAnswer,
    head: z.string(),
    base: z.string().meta({ description: "Where the branch left `main`." }),
    commits: z
      .array(
        z.object({
          commit: z.string(),
          author: z.object({ name: z.string(), email: z.string() }),
          when: z.string(),
          subject: z.string(),
          body: z.string(),
        }),
      )
      .meta({ description: "Newest first, the last 200." }),
    entries: z.array(
      z.object({
        kind,
        path: z.string(),
        id: z.string().nullable(),
        type: z.string(),
        slug: z.string(),
        title: z.string(),
        changes: changesAnswer.exactOptional(),
        issue: issue.exactOptional(),
      }),
    ),
    media: z.array(
      z.object({
        kind,
        path: z.string(),
        id: z.string(),
        before: z.object({ filename: z.string(), alt: z.string() }).nullable(),
        after: z.object({ filename: z.string(), alt: z.string() }).nullable(),
      }),
    ),
    types: z.array(
      z.object({
        kind,
        path: z.string(),
        apiId: z.string(),
        changes: z.array(schemaChange),
        versions: z
          .array(z.int())
          .meta({ description: "Versions of its schema that are published." }),
      }),
    ),
    files: z.array(z.object({ kind, path: z.string() })),
    reviews: z.array(reviewAnswer),
    merge: z
      .object({
        possible: z.boolean(),
        blockedBy: z.array(
          z.enum([
            "conflicts",
            "issues",
            "nothing_to_merge",
            "approval_missing",
            "changes_requested",
          ]),
        ),
        conflicts: z.array(conflict),
        issues: z.array(issue),
      })
      .nullable()
      .meta({ description: "Null for one that is over." }),
  })
  .meta({ id: "ChangeDetail" });

/** How something differs. */
type Kind = ChangeKind;

interface ShownIssue {
  code: string;
  message: string;
  path?: string;
  line?: number;
  field?: string;
}

interface ShownSchemaChange {
  kind: string;
  field: string;
  before?: string;
  after?: string;
}

interface ShownConflict {
  file: string;
  path: string;
  base: unknown;
  main: unknown;
  branch: unknown;
}

interface ShownEntry {
  kind: Kind;
  path: string;
  id: string | null;
  type: string;
  slug: string;
  title: string;
  changes?: ShownChanges;
  issue?: ShownIssue;
}

interface ShownMedia {
  kind: Kind;
  path: string;
  id: string;
  before: MediaWords | null;
  after: MediaWords | null;
}

interface MediaWords {
  filename: string;
  alt: string;
}

interface ShownType {
  kind: Kind;
  path: string;
  apiId: string;
  changes: ShownSchemaChange[];
  versions: number[];
}

interface ShownMerge {
  possible: boolean;
  blockedBy: Blocker[];
  conflicts: ShownConflict[];
  issues: ShownIssue[];
}

interface ShownReview extends Review {
  readonly current: boolean;
}

export interface ChangeDetail {
  change: ChangeAnswer;
  head: string;
  base: string;
  commits: ListedCommit[];
  entries: ShownEntry[];
  media: ShownMedia[];
  types: ShownType[];
  files: { kind: Kind; path: string }[];
  reviews: ShownReview[];
  merge: ShownMerge | null;
}

export function showDetail(change: Change, read: ReadChange): ChangeDetail {
  const { head, base, commits, changes, reviews, merge } = read;
  const { entries, media, types, files } = changes;
  return {
    change: showChange(change),
    head,
    base,
    commits: [...commits],
    entries: entries.map(showEntry),
    media: media.map(({ kind: what, path, id, before, after }) => {
      const named = (record: typeof before) =>
        record === undefined ? null : { filename: record.filename, alt: record.alt };
      return { kind: what, path, id, before: named(before), after: named(after) };
    }),
    types: types.map(showType),
    files: [...files],
    reviews: reviews.map((review) => showReview(review, head)),
    merge: merge === undefined ? null : showMerge(merge),
  };
}

function showEntry({ id, changes, issue: wrong, ...entry }: ChangedEntry): ShownEntry {
  return {
    ...entry,
    id: id ?? null,
    ...(changes && { changes: showChanges(changes) }),
    ...(wrong && { issue: showIssue(wrong) }),
  };
}

function showType({ changes, versions, ...type }: ChangedType): ShownType {
  return { ...type, changes: [...changes], versions: [...versions] };
}

function showMerge({ checked, blockedBy }: NonNullable<ReadChange["merge"]>): ShownMerge {
  return {
    possible: blockedBy.length === 0,
    blockedBy: [...blockedBy],
    conflicts: checked.conflicts.map(({ file, path, base, ours, theirs }) => {
      return { file, path, base: base ?? null, main: ours ?? null, branch: theirs ?? null };
    }),
    issues: checked.issues.map(showIssue),
  };
}

function showIssue({ code, message, path, line, field }: Issue): ShownIssue {
  return {
    code,
    message,
    ...(path !== undefined && { path }),
    ...(line !== undefined && { line }),
    ...(field !== undefined && { field }),
  };
}

function showReview(review: Review, head: string): ShownReview {
  return { ...review, current: review.head === head };
}

/** Something said of a change request. */
export const commentAnswer: z.ZodType<CommentAnswer, CommentAnswer> = z
  .object({
    id: z.string(),
    userId: z.string().nullable(),
    body: z.string(),
    path: z.string().nullable(),
    field: z.string().nullable(),
    line: z.int().nullable(),
    createdAt: z.string(),
    resolvedAt: z.string().nullable(),
  })
  .meta({ id: "ChangeComment" });

export type CommentAnswer = { -readonly [Key in keyof Comment]: Comment[Key] };
