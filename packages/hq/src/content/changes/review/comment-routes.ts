import { CmsError } from "@loam/cms-core";
import { z } from "zod";
import type { ActorContext } from "../../../api/policy.ts";
import { defineRoute, nothing, type Route } from "../../../api/route.ts";
import { namedPeople } from "../change-answer.ts";
import { changeNumber, changeParams } from "../change-paths.ts";
import type { ChangePlace, ReviewDeps } from "../change-place.ts";
import { findChange, repositoryOf } from "../changes.ts";
import {
  type Comment,
  deleteComment,
  findComment,
  insertComment,
  listComments,
  resolveThread,
  editComment,
} from "./comments.ts";
import { mentionedIn, namePeople } from "./mentions.ts";
import { mailComment, mailMentions } from "./review-mail.ts";

interface CommentAnswer extends Comment {
  readonly mentions: string[];
}

const commentAnswer: z.ZodType<CommentAnswer, CommentAnswer> = z
  .object({
    id: z.string(),
    threadId: z
      .string()
      .meta({ description: "The first comment of the thread. For that comment, its own ID." }),
    userId: z.string().nullable(),
    body: z.string().meta({ description: "Empty if it was deleted but has replies." }),
    mentions: z.array(z.string()).meta({ description: "IDs of the mentioned users." }),
    path: z.string().nullable(),
    field: z.string().nullable(),
    line: z.int().nullable(),
    quote: z.string().nullable().meta({ description: "The text that the comment refers to." }),
    head: z.string().nullable().meta({ description: "Commit of the branch." }),
    createdAt: z.string(),
    editedAt: z.string().nullable(),
    deletedAt: z.string().nullable(),
    resolvedAt: z
      .string()
      .nullable()
      .meta({ description: "Set on the first comment of a thread." }),
    resolvedBy: z.string().nullable(),
  })
  .meta({ id: "Comment" });

const commentList = z
  .object({
    contents: z.array(commentAnswer),
    totalCount: z.int(),
    people: namedPeople,
  })
  .meta({ id: "CommentList" });

function showComment(comment: Comment): CommentAnswer {
  return { ...comment, mentions: [...mentionedIn(comment.body)] };
}

const body = z.string().trim().min(1).max(10_000).meta({
  description: "Plain text. `@[Name](user id)` mentions a user, who is notified by email.",
});

const newComment = z
  .strictObject({
    body,
    replyTo: z
      .string()
      .max(40)
      .exactOptional()
      .meta({ description: "ID of any comment in the thread." }),
    path: z.string().max(1000).nullable().default(null),
    field: z.string().max(200).nullable().default(null),
    line: z.int().min(1).max(10_000_000).nullable().default(null),
    quote: z.string().max(1000).nullable().default(null),
  })
  .meta({ id: "NewComment" });

const commentUpdate = z
  .strictObject({ body: body.exactOptional(), resolved: z.boolean().exactOptional() })
  .meta({ id: "CommentUpdate" });

const params = z.object({ n: changeNumber, id: z.string().max(40) });

/** Comment threads on change requests. */
export function commentRoutes<Context extends ActorContext>(
  place: ChangePlace<Context>,
  deps: ReviewDeps,
): readonly Route[] {
  return [listRoute(place, deps), addCommentRoute(place, deps), ...changingRoutes(place, deps)];
}

function listRoute<Context extends ActorContext>(
  { path, noun, policies, open }: ChangePlace<Context>,
  { database }: ReviewDeps,
): Route {
  return defineRoute({
    method: "get",
    path: `${path}/{n}/comments`,
    id: `list${noun}Comments`,
    summary: "List the comments of a change request, oldest first",
    policy: policies.read,
    input: { params: changeParams },
    answer: commentList,
    handle: async (input) => {
      const { owner } = await open(input);
      const change = await findChange(database, repositoryOf(owner), input.params.n);
      const contents = (await listComments(database, change)).map(showComment);
      const people = await namePeople(
        database,
        contents.flatMap(({ userId, resolvedBy, mentions }) => [userId, resolvedBy, ...mentions]),
      );
      return { body: { contents, totalCount: contents.length, people: [...people] } };
    },
  });
}

function addCommentRoute<Context extends ActorContext>(
  { path, noun, policies, isSite, open }: ChangePlace<Context>,
  deps: ReviewDeps,
): Route {
  const { database, now } = deps;
  return defineRoute({
    method: "post",
    path: `${path}/{n}/comments`,
    id: `comment${noun}`,
    summary: "Comment on a change request, a file, a field, or a line, or reply to a comment",
    policy: policies.propose,
    ...(isSite && { tells: "change.commented" as const }),
    input: {
      params: changeParams,
      body: newComment,
    },
    status: 201,
    answer: commentAnswer,
    handle: async (input) => {
      const { actor } = input;
      const opened = await open(input);
      const change = await findChange(database, repositoryOf(opened.owner), input.params.n);
      const head = change.end?.head ?? (await opened.repository.resolveRef(change.branch)) ?? null;
      const comment = await insertComment(database, change, {
        ...input.body,
        head,
        userId: actor.userId,
        createdAt: now().toISOString(),
      });
      await mailComment(deps, { place: opened, change, by: actor }, comment);
      return { body: showComment(comment) };
    },
  });
}

function changingRoutes<Context extends ActorContext>(
  { path, noun, policies, isSite, open }: ChangePlace<Context>,
  deps: ReviewDeps,
): readonly Route[] {
  const { database, now } = deps;
  return [
    defineRoute({
      method: "patch",
      path: `${path}/{n}/comments/{id}`,
      id: `edit${noun}Comment`,
      summary: "Edit your own comment, or resolve or reopen its thread",
      policy: policies.propose,
      ...(isSite && { tells: "change.commented" as const }),
      input: {
        params,
        body: commentUpdate,
      },
      answer: commentAnswer,
      handle: async (input) => {
        const { actor } = input;
        const opened = await open(input);
        const change = await findChange(database, repositoryOf(opened.owner), input.params.n);
        let comment = await findComment(database, change, input.params.id);
        const { body: text, resolved } = input.body;
        const at = now().toISOString();
        if (text !== undefined && text !== comment.body) {
          requireOwn(comment.userId === actor.userId);
          const before = comment.body;
          comment = await editComment(database, { id: comment.id, body: text, editedAt: at });
          const done = { place: opened, change, by: actor };
          await mailMentions(deps, done, { before, body: text });
        }
        if (resolved !== undefined) {
          const by = resolved ? { at, by: actor.userId } : undefined;
          const first = await resolveThread(database, comment, by);
          if (first.id === comment.id) comment = first;
        }
        return { body: showComment(comment) };
      },
    }),
    defineRoute({
      method: "delete",
      path: `${path}/{n}/comments/{id}`,
      id: `delete${noun}Comment`,
      summary: "Delete a comment. Approvers can delete comments of others",
      policy: policies.propose,
      ...(isSite && { tells: "change.commented" as const }),
      input: { params },
      answer: nothing,
      handle: async (input) => {
        const opened = await open(input);
        const change = await findChange(database, repositoryOf(opened.owner), input.params.n);
        const comment = await findComment(database, change, input.params.id);
        requireOwn(comment.userId === input.actor.userId || opened.mayApprove);
        await deleteComment(database, comment, now().toISOString());
        return { body: undefined };
      },
    }),
  ];
}

/** @throws CmsError `forbidden` */
function requireOwn(isAllowed: boolean): void {
  if (!isAllowed)
    throw new CmsError("forbidden", "Only the author can edit or delete this comment.");
}
