import { z } from "zod";
import type { ActorContext } from "../../api/policy.ts";
import { defineRoute, type InputShape, type Route, type RouteSpec } from "../../api/route.ts";
import type { ChangePlace, ReviewDeps, ReviewedRepository } from "./change-place.ts";
import { type Change, findChange, findOpenChange, repositoryOf } from "./changes.ts";

interface OneChange extends InputShape {
  readonly params: z.ZodType<{ readonly n: number }>;
}

/** The change request of a route, and its repository as seen by the current user. */
export interface OpenedChange {
  readonly place: ReviewedRepository;
  readonly change: Change;
}

type Spec<Context, I extends InputShape, Answer extends z.ZodType> = RouteSpec<Context, I, Answer>;

interface ChangeRouteSpec<
  Context extends ActorContext,
  I extends OneChange,
  Answer extends z.ZodType,
> extends Pick<
  Spec<Context, I, Answer>,
  "method" | "summary" | "input" | "audit" | "commits" | "large" | "status"
> {
  /** Path below that of the change request: `/comments`. */
  readonly below: string;
  /** Name of the operation for sites: `closeChange`. For skills, `closeSkillChange`. */
  readonly id: string;
  readonly requires: keyof ChangePlace<Context>["policies"];
  /** The change reported to the followers of a site. */
  readonly tells?: Spec<Context, I, Answer>["tells"];
  /** Rejects merged and closed change requests. @default false */
  readonly onlyOpen?: boolean;
  readonly answer: Answer;
  readonly handle: (
    asked: Parameters<Spec<Context, I, Answer>["handle"]>[0],
    opened: OpenedChange,
  ) => ReturnType<Spec<Context, I, Answer>["handle"]>;
}

/** What all inputs of these routes contain. Within a generic function, the type of an input isn't known. */
const numbered = z.object({ params: z.object({ n: z.number() }) });

/**
 * Defines a route of one change request, for sites and skills. It opens the repository and finds the change request
 * before it is handled.
 */
export function changeRoute<
  Context extends ActorContext,
  const I extends OneChange,
  Answer extends z.ZodType,
>(
  { path, noun, policies, isSite, open }: ChangePlace<Context>,
  { database }: Pick<ReviewDeps, "database">,
  spec: ChangeRouteSpec<Context, I, Answer>,
): Route {
  const { below, id, requires, tells, onlyOpen = false, handle, ...rest } = spec;
  const find = onlyOpen ? findOpenChange : findChange;
  return defineRoute<Context, I, Answer>({
    ...rest,
    path: `${path}/{n}${below}`,
    id: id.replace("Change", noun),
    policy: policies[requires],
    ...(isSite && tells !== undefined && { tells }),
    handle: async (asked) => {
      const place = await open(asked);
      const { n } = numbered.parse(asked).params;
      const change = await find(database, repositoryOf(place.owner), n);
      return handle(asked, { place, change });
    },
  });
}
