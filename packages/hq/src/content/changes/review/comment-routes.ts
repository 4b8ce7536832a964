import { CmsError } from "@loam/cms-core";
import { z } from "zod";
import type { ActorContext } from "../../../api/policy.ts";
import { nothing, type Route } from "../../../api/route.ts";
import { changeNumber, changeParams } from "../change-paths.ts";
import type { ChangePlace, ReviewDeps } from "../change-place.ts";
import { changeRoute } from "../change-route.ts";
import {
  type Comment,
  deleteComment,
  findComment,
  insertComment,
  listComments,
  resolveThread,
  editComment,
} from "./comments.ts";
import { mentionedIn, namedPeople, namePeople } from "./mentions.ts";
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
  place: ChangePlace<Context>,
  deps: ReviewDeps,
): Route {
  return changeRoute(place, deps, {
    method: "get",
    below: "/comments",
    id: "listChangeComments",
    summary: "List the comments of a change request, oldest first",
    requires: "read",
    input: { params: changeParams },
    answer: commentList,
    handle: async (_asked, { change }) => {
      const contents = (await listComments(deps.database, change)).map(showComment);
      const people = await namePeople(
        deps.database,
        contents.flatMap(({ userId, resolvedBy, mentions }) => [userId, resolvedBy, ...mentions]),
      );
      return { body: { contents, totalCount: contents.length, people: [...people] } };
    },
  });
}

function addCommentRoute<Context extends ActorContext>(
  place: ChangePlace<Context>,
  deps: ReviewDeps,
): Route {
  const { database, now } = deps;
  return changeRoute(place, deps, {
    method: "post",
    below: "/comments",
    id: "commentChange",
    summary: "Comment on a change request, a file, a field, or a line, or reply to a comment",
    requires: "propose",
    tells: "change.commented",
    input: {
      params: changeParams,
      body: newComment,
    },
    status: 201,
    answer: commentAnswer,
    handle: async ({ actor, body: written }, opened) => {
      const { change } = opened;
      const { repository } = opened.place;
      const head = change.end?.head ?? (await repository.resolveRef(change.branch)) ?? null;
      const comment = await insertComment(database, change, {
        ...written,
        head,
        userId: actor.userId,
        createdAt: now().toISOString(),
      });
      await mailComment(deps, { ...opened, by: actor }, comment);
      return { body: showComment(comment) };
    },
  });
}

function changingRoutes<Context extends ActorContext>(
  place: ChangePlace<Context>,
  deps: ReviewDeps,
): readonly Route[] {
  const { database, now } = deps;
  return [
    changeRoute(place, deps, {
      method: "patch",
      below: "/comments/{id}",
      id: "editChangeComment",
      summary: "Edit your own comment, or resolve or reopen its thread",
      requires: "propose",
      tells: "change.commented",
      input: {
        params,
        body: commentUpdate,
      },
      answer: commentAnswer,
      handle: async ({ actor, params: { id }, body: { body: text, resolved } }, opened) => {
        let comment = await findComment(database, opened.change, id);
        const at = now().toISOString();
        if (text !== undefined && text !== comment.body) {
          requireOwn(comment.userId === actor.userId);
          const before = comment.body;
          comment = await editComment(database, { id: comment.id, body: text, editedAt: at });
          await mailMentions(deps, { ...opened, by: actor }, { before, body: text });
        }
        if (resolved !== undefined) {
          const by = resolved ? { at, by: actor.userId } : undefined;
          const first = await resolveThread(database, comment, by);
          if (first.id === comment.id) comment = first;
        }
        return { body: showComment(comment) };
      },
    }),
    changeRoute(place, deps, {
      method: "delete",
      below: "/comments/{id}",
      id: "deleteChangeComment",
      summary: "Delete a comment. Approvers can delete comments of others",
      requires: "propose",
      tells: "change.commented",
      input: { params },
      answer: nothing,
      handle: async ({ actor, params: { id } }, { place: { mayApprove }, change }) => {
        const comment = await findComment(database, change, id);
        requireOwn(comment.userId === actor.userId || mayApprove);
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
