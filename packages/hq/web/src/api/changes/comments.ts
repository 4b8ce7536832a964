import {
  useMutation,
  type UseMutationResult,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from "@tanstack/react-query";
import { answer, done, hq, type Schemas } from "../client.ts";
import { useSiteId } from "../sites.ts";
import type { NamedPerson } from "./changes.ts";

export type Comment = Schemas["ChangeComment"];

export interface Comments {
  readonly contents: readonly Comment[];
  readonly people: readonly NamedPerson[];
}

/** What was said of a proposal, the oldest first. */
export function useComments(n: number): UseQueryResult<Comments> {
  const site = useSiteId();
  return useQuery({
    queryKey: ["site", site, "changes", "comments", n],
    queryFn: () =>
      answer(hq.GET("/sites/{site}/changes/{n}/comments", { params: { path: { site, n } } })),
  });
}

export interface Said {
  readonly body: string;
  /** Of a comment in the thread that is answered. */
  readonly replyTo?: string;
  /** What it is about; the whole without them. */
  readonly path?: string | null;
  readonly field?: string | null;
  readonly quote?: string | null;
}

function useReadComments(n: number): () => Promise<void> {
  const site = useSiteId();
  const queries = useQueryClient();
  return async () => {
    await queries.invalidateQueries({ queryKey: ["site", site, "changes", "comments", n] });
    void queries.invalidateQueries({ queryKey: ["site", site, "changes", "one", n] });
  };
}

export function useSay(n: number): UseMutationResult<Comment, Error, Said> {
  const site = useSiteId();
  const read = useReadComments(n);
  return useMutation({
    mutationFn: ({ path = null, field = null, quote = null, ...said }) => {
      const params = { path: { site, n } };
      const body = { ...said, path, field, quote };
      return answer(hq.POST("/sites/{site}/changes/{n}/comments", { params, body }));
    },
    onSuccess: read,
  });
}

interface Rewritten {
  readonly id: string;
  readonly body?: string;
  readonly resolved?: boolean;
}

/** Writes a comment of one's own anew, or marks its thread as settled, or as open again. */
export function useChangeComment(n: number): UseMutationResult<Comment, Error, Rewritten> {
  const site = useSiteId();
  const read = useReadComments(n);
  return useMutation({
    mutationFn: ({ id, ...body }) => {
      const params = { path: { site, n, id } };
      return answer(hq.PATCH("/sites/{site}/changes/{n}/comments/{id}", { params, body }));
    },
    onSuccess: read,
  });
}

export function useDeleteComment(n: number): UseMutationResult<void, Error, string> {
  const site = useSiteId();
  const read = useReadComments(n);
  return useMutation({
    mutationFn: (id) => {
      const params = { path: { site, n, id } };
      return done(hq.DELETE("/sites/{site}/changes/{n}/comments/{id}", { params }));
    },
    onSuccess: read,
  });
}
