import { CmsError } from "@loam/cms-core";
import { z } from "zod";
import type { Actor } from "../../api/permissions/permissions.ts";
import type { ActorContext } from "../../api/policy.ts";
import { defineRoute, type Route } from "../../api/route.ts";
import {
  changeAnswer,
  changeState,
  listedAnswer,
  referencedUserIds,
  showChange,
  showListed,
} from "./change-answer.ts";
import {
  createBranch,
  discardBranch,
  nameBranch,
  requireBranch,
  branchHead,
} from "./change-branch.ts";
import { changeParams } from "./change-paths.ts";
import type { ChangePlace, ReviewDeps, ReviewedRepository } from "./change-place.ts";
import { changeRoute, type OpenedChange } from "./change-route.ts";
import {
  type Change,
  insertChange,
  type NewChange,
  printIds,
  reopenChange,
  repositoryOf,
  updateChange,
} from "./changes.ts";
import { closeChange } from "./end-change.ts";
import { listChanges } from "./list-changes.ts";
import { namedPeople, namePeople } from "./review/mentions.ts";
import { mailReviewRequest, mailEnd } from "./review/review-mail.ts";

const title: z.ZodString = z.string().trim().min(1).max(200);
const description: z.ZodString = z.string().max(20_000);
const reviewers: z.ZodArray<z.ZodString> = z
  .array(z.string().max(40))
  .max(50)
  .meta({ description: "IDs of the requested reviewers. They are notified by email." });
const draft: z.ZodBoolean = z.boolean().meta({
  description: "Whether it is a draft. No one is notified of drafts, and they cannot be merged.",
});

/** The body for opening a change request. */
export const openingBody: z.ZodObject<{
  title: typeof title;
  description: z.ZodDefault<typeof description>;
  reviewers: z.ZodDefault<typeof reviewers>;
  draft: z.ZodDefault<typeof draft>;
}> = z.strictObject({
  title,
  description: description.default(""),
  reviewers: reviewers.default([]),
  draft: draft.default(false),
});

/** Routes for change requests of any repository: list, open, edit, and close. */
export function managingRoutes<Context extends ActorContext>(
  place: ChangePlace<Context>,
  deps: ReviewDeps,
): readonly Route[] {
  return [
    listRoute(place, deps),
    openingRoute(place, deps),
    updatingRoute(place, deps),
    closingRoute(place, deps),
    reopeningRoute(place, deps),
  ];
}

const query = z.object({
  state: changeState.exactOptional(),
  author: z.string().max(40).exactOptional().meta({ description: "ID of the author." }),
  reviewer: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/)
    .exactOptional()
    .meta({ description: "ID of a requested reviewer." }),
  unread: z
    .enum(["true", "false"])
    .transform((text) => text === "true")
    .exactOptional()
    .meta({ description: "Whether others did anything in it since you marked it as viewed." }),
  limit: z.coerce.number().int().min(1).max(100).default(20),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
});

const changeList = z
  .object({
    contents: z.array(listedAnswer),
    totalCount: z.int(),
    counts: z
      .object({ open: z.int(), merged: z.int(), closed: z.int(), unread: z.int() })
      .meta({ description: "Counts of all change requests, independent of the filters." }),
    people: namedPeople,
  })
  .meta({ id: "ChangeRequestList" });

function listRoute<Context extends ActorContext>(
  { path, noun, policies, open }: ChangePlace<Context>,
  { database }: ReviewDeps,
): Route {
  return defineRoute({
    method: "get",
    path,
    id: `list${noun}s`,
    summary: "List the change requests, newest first",
    policy: policies.read,
    input: { query },
    answer: changeList,
    handle: async (input) => {
      const { owner, repository } = await open(input);
      const onlooker = {
        repository: repositoryOf(owner),
        userId: input.actor.userId,
        refs: await repository.listRefs(),
      };
      const { changes, totalCount, counts } = await listChanges(database, onlooker, input.query);
      const people = [...(await namePeople(database, changes.flatMap(referencedUserIds)))];
      return {
        body: { contents: changes.map(showListed), totalCount, counts: { ...counts }, people },
      };
    },
  });
}

const newChange = openingBody
  .extend({
    from: z
      .string()
      .max(200)
      .exactOptional()
      .meta({ description: "Name of a branch. Absent: a new one is created." }),
  })
  .meta({ id: "NewChangeRequest" });

function openingRoute<Context extends ActorContext>(
  { path, noun, policies, isSite, open }: ChangePlace<Context>,
  deps: ReviewDeps,
): Route {
  return defineRoute({
    method: "post",
    path,
    id: `open${noun}`,
    summary: "Open a change request, from a pushed branch or a new branch of main",
    policy: policies.propose,
    ...(isSite && { tells: "change.opened" as const, commits: true }),
    input: { body: newChange },
    status: 201,
    answer: changeAnswer,
    handle: async (input) => {
      const { from, ...opening } = input.body;
      const place = await open(input);
      const branch =
        from === undefined ? {} : { from: await requireBranch(place.repository, from) };
      const change = await openNewChange(deps, place, { ...opening, ...branch, by: input.actor });
      return { body: showChange(change) };
    },
  });
}

interface OpenChange extends Pick<NewChange, "title" | "description"> {
  readonly reviewers: readonly string[];
  readonly draft: boolean;
  readonly by: Actor;
  /** An existing branch. @default a new branch at the head of `main` */
  readonly from?: string;
  /** Writes the first commit of a new branch. If it fails, neither branch nor change request is created. */
  readonly write?: (branch: string) => Promise<void>;
}

/**
 * Opens a change request and notifies requested reviewers. @throws CmsError `invalid`, `conflict`, and errors of
 * `write`
 */
export async function openNewChange(
  deps: ReviewDeps,
  place: ReviewedRepository,
  { by, from, write, ...text }: OpenChange,
): Promise<Change> {
  await requireReaders(place, text.reviewers);
  const { owner, repository } = place;
  const wanted = { ...text, owner, by: by.userId };
  const named =
    from === undefined ? await nameBranch(deps.database, repository, wanted) : { branch: from };
  if (from === undefined) {
    await createBranch(repository, named.branch);
    try {
      await write?.(named.branch);
    } catch (error) {
      await discardBranch(repository, named.branch);
      throw error;
    }
  }
  const change = await insertChange(deps.database, { ...wanted, ...named }, deps);
  if (from !== undefined) await place.onBranchOpened(from);
  await mailReviewRequest(deps, { place, change, by }, text.reviewers);
  return change;
}

const changeUpdate = z
  .strictObject({
    title: title.exactOptional(),
    description: description.exactOptional(),
    reviewers: reviewers.exactOptional(),
    draft: draft.exactOptional(),
  })
  .meta({ id: "ChangeRequestUpdate" });

function updatingRoute<Context extends ActorContext>(
  place: ChangePlace<Context>,
  deps: ReviewDeps,
): Route {
  const { database, now } = deps;
  return changeRoute(place, deps, {
    method: "patch",
    below: "",
    id: "updateChange",
    summary: "Update the title, description, or reviewers of a change request",
    requires: "propose",
    tells: "change.updated",
    input: {
      params: changeParams,
      body: changeUpdate,
    },
    answer: changeAnswer,
    onlyOpen: true,
    handle: async ({ actor, body }, opened) => {
      const { change } = opened;
      requireOwn(opened, actor.userId);
      const added = (body.reviewers ?? []).filter((id) => !change.reviewers.includes(id));
      await requireReaders(opened.place, added);
      const changed = await updateChange(database, change, {
        ...(body.title !== undefined && { title: body.title }),
        ...(body.description !== undefined && { description: body.description }),
        ...(body.reviewers !== undefined && { reviewers: printIds(body.reviewers) }),
        ...(body.draft !== undefined && { draft: body.draft ? 1 : 0 }),
        updated_at: now().toISOString(),
        updated_by: actor.userId,
      });
      await mailReviewRequest(deps, { ...opened, change: changed, by: actor }, added);
      return { body: showChange(changed) };
    },
  });
}

function closingRoute<Context extends ActorContext>(
  place: ChangePlace<Context>,
  deps: ReviewDeps,
): Route {
  const { database, now } = deps;
  return changeRoute(place, deps, {
    method: "post",
    below: "/close",
    id: "closeChange",
    summary: "Close a change request without merging it. Its branch is kept for a while",
    requires: "propose",
    tells: "change.closed",
    input: { params: changeParams },
    answer: changeAnswer,
    onlyOpen: true,
    handle: async ({ actor }, opened) => {
      const { change } = opened;
      const { repository } = opened.place;
      requireOwn(opened, actor.userId);
      const closed = await closeChange({ database, repository, now, by: actor.userId }, change);
      await mailEnd(deps, { ...opened, change: closed, by: actor });
      return { body: showChange(closed) };
    },
  });
}

function reopeningRoute<Context extends ActorContext>(
  place: ChangePlace<Context>,
  deps: ReviewDeps,
): Route {
  const { database, now } = deps;
  return changeRoute(place, deps, {
    method: "post",
    below: "/reopen",
    id: "reopenChange",
    summary: "Reopen a closed change request, as long as its branch exists",
    requires: "propose",
    tells: "change.opened",
    input: { params: changeParams },
    answer: changeAnswer,
    handle: async ({ actor }, opened) => {
      const { change } = opened;
      requireOwn(opened, actor.userId);
      await branchHead(opened.place.repository, change);
      return { body: showChange(await reopenChange(database, change, { by: actor.userId, now })) };
    },
  });
}

/** Requires the author or an approver. @throws CmsError `forbidden` */
function requireOwn({ place, change }: OpenedChange, userId: string): void {
  if (change.createdBy === userId || place.mayApprove) return;
  throw new CmsError(
    "forbidden",
    "Only the author or an approver can edit or close this change request.",
  );
}

/** @throws CmsError `invalid` */
async function requireReaders(
  { findReader }: ReviewedRepository,
  reviewerIds: readonly string[],
): Promise<void> {
  for (const id of reviewerIds) {
    if ((await findReader(id)) !== undefined) continue;
    throw new CmsError("invalid", `The user ${id} cannot review this change request.`, {
      details: { field: "reviewers" },
    });
  }
}
