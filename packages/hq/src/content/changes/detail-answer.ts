import type { Issue, MediaRecord } from "@loam/cms-core";
import type { ListedCommit } from "@loam/cms-core/git";
import type { ChangedEntry, ChangedMedia, ChangedType, ChangeKind } from "@loam/cms-core/history";
import type { SiteStore } from "@loam/cms-core/site";
import { z } from "zod";
import {
  authorAnswer,
  changeKindAnswer,
  focalPointAnswer,
  titledEntryRefAnswer,
} from "../../api/shared-answers.ts";
import { changesAnswer, showChanges, type ShownChanges } from "../history/history-answer.ts";
import { shownChange } from "../types/type-answer.ts";
import { type ListedAnswer, listedAnswer, showListed } from "./change-answer.ts";
import type { Blocker, ReadChange, ViewedChange } from "./read-change.ts";
import { namedPeople, type NamedPerson } from "./review/mentions.ts";
import { type ShownConflict, showConflict } from "./shown-conflict.ts";

const kind = changeKindAnswer;

export const issueAnswer: z.ZodType<ShownIssue, ShownIssue> = z
  .object({
    code: z.string(),
    message: z.string(),
    path: z.string().exactOptional(),
    line: z.int().exactOptional(),
    field: z.string().exactOptional(),
  })
  .meta({ id: "FileIssue" });

const conflictAnswer = z
  .object({
    file: z.string(),
    path: z.string().meta({ description: "API ID, `slug`, or similar; empty for the whole file." }),
    base: z.unknown(),
    main: z.unknown(),
    branch: z.unknown(),
    entry: titledEntryRefAnswer.exactOptional().meta({
      description: "The entry with the conflict. Its values are as in the entry responses.",
    }),
    suggestedSlug: z.string().exactOptional().meta({
      description:
        "Set if another entry on `main` has the slug of the entry on the branch: a free slug, to send as `slug`.",
    }),
  })
  .meta({ id: "MergeConflict" });

const viewed = z.boolean().meta({ description: "Whether you marked its current state as viewed." });

const changedMedia: z.ZodType<ShownRecord, ShownRecord> = z
  .object({
    filename: z.string(),
    alt: z.string(),
    mime_type: z.string(),
    byte_size: z.int(),
    width: z.int().exactOptional(),
    height: z.int().exactOptional(),
    focalPoint: focalPointAnswer.exactOptional(),
    folder: z.string().exactOptional(),
    thumbHash: z.string().exactOptional(),
    variants: z.array(z.object({ width: z.int(), format: z.string() })),
    contentUrl: z.string().meta({
      description: "URL for users of the site; &variant=640.webp returns a smaller variant.",
    }),
  })
  .meta({ id: "MediaVersion" });

export const commitsAnswer: z.ZodType<ListedCommit[], ListedCommit[]> = z
  .array(
    z
      .object({
        commit: z.string(),
        author: authorAnswer,
        when: z.string(),
        subject: z.string(),
        body: z.string(),
      })
      .meta({ id: "Commit" }),
  )
  .meta({ description: "Newest first, up to 200." });

export const blockersAnswer: z.ZodType<Blocker[], Blocker[]> = z.array(
  z
    .enum([
      "draft",
      "conflicts",
      "issues",
      "nothing_to_merge",
      "approval_missing",
      "changes_requested",
    ])
    .meta({ id: "MergeBlocker" }),
);

/** What the details of any change request begin with. */
export interface DetailHead {
  change: ListedAnswer;
  asOf: string;
  people: NamedPerson[];
  head: string;
  base: string;
}

export const detailHead: {
  readonly [K in keyof DetailHead]: z.ZodType<DetailHead[K], DetailHead[K]>;
} = {
  change: listedAnswer,
  asOf: z.string().meta({
    description: "Time of this response. Send it to mark the change request as viewed.",
  }),
  people: namedPeople,
  head: z.string(),
  base: z.string().meta({ description: "Commit on `main` where the branch starts." }),
};

/** A change request with its changes in terms of the site and the expected result of merging. */
export const changeDetail: z.ZodType<ChangeDetail, ChangeDetail> = z
  .object({
    ...detailHead,
    pruned: z.boolean().meta({
      description:
        "Whether its commits were deleted, some time after it was closed. Its changes are then unknown.",
    }),
    commits: commitsAnswer,
    entries: z.array(
      z
        .object({
          kind,
          path: z.string(),
          id: z.string().nullable(),
          type: z.string(),
          slug: z.string(),
          title: z.string(),
          changes: changesAnswer.exactOptional(),
          issue: issueAnswer.exactOptional(),
          viewed,
        })
        .meta({ id: "ChangedEntry" }),
    ),
    media: z.array(
      z
        .object({
          kind,
          path: z.string(),
          id: z.string(),
          before: changedMedia.nullable(),
          after: changedMedia.nullable(),
          viewed,
        })
        .meta({ id: "ChangedMedia" }),
    ),
    types: z.array(
      z
        .object({
          kind,
          path: z.string(),
          apiId: z.string(),
          changes: z.array(shownChange),
          versions: z.array(z.int()).meta({ description: "Published versions of its schema." }),
          viewed,
        })
        .meta({ id: "ChangedType" }),
    ),
    files: z.array(z.object({ kind, path: z.string(), viewed })),
    merge: z
      .object({
        possible: z.boolean(),
        blockedBy: blockersAnswer,
        conflicts: z.array(conflictAnswer),
        issues: z.array(issueAnswer),
      })
      .nullable()
      .meta({ description: "Null if it is closed or merged." }),
  })
  .meta({ id: "ChangeRequestDetails" });

/** Kind of a difference. */
type Kind = ChangeKind;

/** An issue in responses. */
export interface ShownIssue {
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
  before: ShownRecord | null;
  after: ShownRecord | null;
}

interface ShownRecord {
  filename: string;
  alt: string;
  mime_type: string;
  byte_size: number;
  width?: number;
  height?: number;
  focalPoint?: { x: number; y: number };
  folder?: string;
  thumbHash?: string;
  variants: { width: number; format: string }[];
  contentUrl: string;
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

interface Viewed {
  viewed: boolean;
}

export interface ChangeDetail extends DetailHead {
  pruned: boolean;
  commits: ListedCommit[];
  entries: (ShownEntry & Viewed)[];
  media: (ShownMedia & Viewed)[];
  types: (ShownType & Viewed)[];
  files: ({ kind: Kind; path: string } & Viewed)[];
  merge: ShownMerge | null;
}

interface DetailParts extends ViewedChange {
  readonly read: Omit<ReadChange, "change">;
  readonly asOf: Date;
  /** The store of `main`. */
  readonly store: SiteStore;
  /** URL of the change request in the management API. */
  readonly address: string;
}

export function showDetail({
  change,
  read,
  asOf,
  people,
  viewed: ticked,
  store,
  address,
}: DetailParts): ChangeDetail {
  const { head, base, isPruned, commits, changes, merge } = read;
  const { entries, media, types, files } = changes;
  const mark = <T extends { readonly path: string }>(shown: T): T & Viewed => {
    return { ...shown, viewed: ticked.has(shown.path) };
  };
  return {
    change: showListed(change),
    asOf: asOf.toISOString(),
    people: [...people],
    head,
    base,
    pruned: isPruned,
    commits: [...commits],
    entries: entries.map(showEntry).map(mark),
    media: media.map((one) => mark(showMedia(one, address))),
    types: types.map(showType).map(mark),
    files: files.map(mark),
    merge: merge === undefined ? null : showMerge(merge, { store, entries }),
  };
}

function showMedia(
  { kind: changeKind, path, id, before, after }: ChangedMedia,
  address: string,
): ShownMedia {
  const record = (one: MediaRecord | undefined, side: "before" | "after"): ShownRecord | null => {
    if (one === undefined) return null;
    const { filename, alt, mimeType, byteSize, width, height, focalPoint, folder, thumbHash } = one;
    return {
      filename,
      alt,
      mime_type: mimeType,
      byte_size: byteSize,
      ...(width !== undefined && { width }),
      ...(height !== undefined && { height }),
      ...(focalPoint !== undefined && { focalPoint: { ...focalPoint } }),
      ...(folder !== undefined && { folder }),
      ...(thumbHash !== undefined && { thumbHash }),
      variants: one.variants.map((variant) => ({ width: variant.width, format: variant.format })),
      contentUrl: `${address}/media/${id}?side=${side}`,
    };
  };
  return {
    kind: changeKind,
    path,
    id,
    before: record(before, "before"),
    after: record(after, "after"),
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

function showMerge(
  { checked, blockedBy }: NonNullable<ReadChange["merge"]>,
  changed: Parameters<typeof showConflict>[1],
): ShownMerge {
  return {
    possible: blockedBy.length === 0,
    blockedBy: [...blockedBy],
    conflicts: checked.conflicts.map((conflict) => showConflict(conflict, changed)),
    issues: checked.issues.map(showIssue),
  };
}

export function showIssue({ code, message, path, line, field }: Issue): ShownIssue {
  return {
    code,
    message,
    ...(path !== undefined && { path }),
    ...(line !== undefined && { line }),
    ...(field !== undefined && { field }),
  };
}
