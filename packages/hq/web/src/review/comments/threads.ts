import type { Comment } from "../../api/changes/comments.ts";

/** Comments on one place, oldest first. */
export interface Thread {
  readonly id: string;
  readonly first: Comment;
  readonly answers: readonly Comment[];
}

/** The place of a thread: a field of a file, a file, or the whole change request. */
export interface ThreadPlace {
  readonly path: string | null;
  readonly field: string | null;
}

/** Groups comments into threads, oldest first. Threads whose comments are all deleted are omitted. */
export function threadsOf(comments: readonly Comment[]): readonly Thread[] {
  const byThread = Map.groupBy(comments, ({ threadId }) => threadId);
  return [...byThread].flatMap(([id, all]) => {
    const first = all.find((comment) => comment.id === id);
    const answers = all.filter((comment) => comment.id !== id && comment.deletedAt === null);
    if (first === undefined || (first.deletedAt !== null && answers.length === 0)) return [];
    return [{ id, first, answers }];
  });
}

export function isOpen({ first }: Thread): boolean {
  return first.resolvedAt === null;
}

/** Returns the threads of a place. */
export function threadsAt(
  threads: readonly Thread[],
  { path, field }: ThreadPlace,
): readonly Thread[] {
  return threads.filter(({ first }) => first.path === path && first.field === field);
}

/** Returns the threads whose place isn't displayed, because it no longer changes or is a line of a file. */
export function threadsElsewhere(
  threads: readonly Thread[],
  shown: ReadonlySet<string>,
): readonly Thread[] {
  return threads.filter(({ first }) => !shown.has(placeKey(first)));
}

export function placeKey({ path, field }: ThreadPlace): string {
  return `${path ?? ""}\n${field ?? ""}`;
}
