import {
  useMutation,
  type UseMutationResult,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from "@tanstack/react-query";
import type { Schemas } from "../client.ts";
import { type Comments, useReviewContext } from "./review-context.ts";

export type Comment = Schemas["Comment"];

/** Loads the comments of a change request, oldest first. */
export function useComments(n: number): UseQueryResult<Comments> {
  const { key, comments, refetchInterval } = useReviewContext();
  return useQuery({
    queryKey: [...key, "comments", n],
    queryFn: () => comments(n),
    refetchInterval,
  });
}

export interface Said {
  readonly body: string;
  /** Id of a comment in the thread that this replies to. */
  readonly replyTo?: string;
  /** Location of the comment; absent for a comment on the whole change request. */
  readonly path?: string | null;
  readonly field?: string | null;
  readonly quote?: string | null;
}

function useRefetchComments(n: number): () => Promise<void> {
  const { key } = useReviewContext();
  const queries = useQueryClient();
  return async () => {
    await queries.invalidateQueries({ queryKey: [...key, "comments", n] });
    void queries.invalidateQueries({ queryKey: [...key, "one", n] });
  };
}

export function useAddComment(n: number): UseMutationResult<Comment, Error, Said> {
  const { say } = useReviewContext();
  const read = useRefetchComments(n);
  return useMutation({
    mutationFn: ({ path = null, field = null, quote = null, ...comment }) =>
      say(n, { ...comment, path, field, quote }),
    onSuccess: read,
  });
}

interface Rewritten {
  readonly id: string;
  readonly body?: string;
  readonly resolved?: boolean;
}

/** Edits one's own comment, or resolves or reopens its thread. */
export function useChangeComment(n: number): UseMutationResult<Comment, Error, Rewritten> {
  const { changeComment } = useReviewContext();
  const read = useRefetchComments(n);
  return useMutation({
    mutationFn: ({ id, ...edit }) => changeComment(n, id, edit),
    onSuccess: read,
  });
}

export function useDeleteComment(n: number): UseMutationResult<void, Error, string> {
  const { deleteComment } = useReviewContext();
  const read = useRefetchComments(n);
  return useMutation({ mutationFn: (id) => deleteComment(n, id), onSuccess: read });
}
