import { type QueryKey, useQuery, type UseQueryResult } from "@tanstack/react-query";
import { useMemo } from "react";
import { useParams } from "react-router";
import { readData, expectSuccess, hq, type Schemas } from "../client.ts";

type Change = Schemas["ChangeRequest"];
type Comment = Schemas["Comment"];

/** A user whose id appears in a response. */
export type NamedPerson = Schemas["NamedRef"];

/** Filters of the list of change requests. */
export interface ChangeList {
  readonly state: Schemas["ChangeRequestState"];
  /** User ids. */
  readonly author?: string | undefined;
  readonly reviewer?: string | undefined;
  readonly unread?: boolean | undefined;
}

export type ChangePage = Schemas["ChangeRequestList"];

/** All comments, oldest first. */
export interface Comments {
  readonly contents: readonly Comment[];
  readonly people: readonly NamedPerson[];
}

export interface ChangeFields {
  readonly title?: string;
  readonly description?: string;
  /** User ids. */
  readonly reviewers?: readonly string[];
  readonly draft?: boolean;
}

export interface Verdict {
  readonly verdict: "approved" | "changes_requested";
  /** The reviewed commit. A verdict applies only to this commit. */
  readonly head: string;
}

/** Which side wins where both changed the same path. */
export type Decision =
  | { readonly file: string; readonly path: string; readonly take: "main" | "branch" }
  /** A new slug for the entry on the branch when its slug is taken on `main`. */
  | { readonly file: string; readonly path: "slug"; readonly slug: string };

interface NewComment {
  readonly body: string;
  readonly replyTo?: string;
  readonly path: string | null;
  readonly field: string | null;
  readonly quote: string | null;
}

type CommentEdit = Schemas["CommentUpdate"];

interface Tick {
  readonly path: string;
  readonly viewed: boolean;
}

/** A user who can view a change request, with their role. */
export interface ReviewPerson {
  readonly userId: string;
  readonly name: string;
  readonly role: Schemas["SiteRole"] | Schemas["WorkspaceRole"];
}

/** Where change requests live: in a site, or in the skills of a workspace (decision 0068). Both have the same API. */
export interface ReviewContext {
  /** Query key of its data. */
  readonly key: QueryKey;
  /** Query key of the people who can view it. */
  readonly peopleKey: QueryKey;
  /** Path of its list in the dashboard; a change request is below it, by number. */
  readonly address: string;
  /** Path of its Git repository, relative to HQ's URL. */
  readonly gitPath: string;
  /** Polling interval in ms. `false` for sites, because HQ sends their events to the dashboard. */
  readonly refetchInterval: number | false;
  readonly people: () => Promise<readonly ReviewPerson[]>;
  readonly list: (list: ChangeList, page: Page) => Promise<ChangePage>;
  readonly update: (n: number, fields: ChangeFields) => Promise<Change>;
  readonly close: (n: number) => Promise<Change>;
  readonly reopen: (n: number) => Promise<Change>;
  readonly diff: (n: number) => Promise<{ readonly diff: string }>;
  readonly judge: (n: number, verdict: Verdict) => Promise<Verdict>;
  readonly decide: (n: number, decisions: readonly Decision[]) => Promise<unknown>;
  readonly see: (n: number, until: string) => Promise<void>;
  readonly tick: (n: number, tick: Tick) => Promise<void>;
  readonly comments: (n: number) => Promise<Comments>;
  readonly say: (n: number, comment: NewComment) => Promise<Comment>;
  readonly changeComment: (n: number, id: string, edit: CommentEdit) => Promise<Comment>;
  readonly deleteComment: (n: number, id: string) => Promise<void>;
}

interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** Loads the people who can view a change request. */
export function useReviewPeople(): UseQueryResult<readonly ReviewPerson[]> {
  const { peopleKey, people } = useReviewContext();
  return useQuery({ queryKey: peopleKey, queryFn: people });
}

/** Returns the review context of the current URL. */
export function useReviewContext(): ReviewContext {
  const { site, ws } = useParams();
  const place = useMemo(() => {
    if (site !== undefined) return siteReviews(site);
    return ws === undefined ? undefined : skillReviews(ws);
  }, [site, ws]);
  if (place === undefined)
    throw new Error("this part of the editor belongs to a place of proposals");
  return place;
}

function siteReviews(site: string): ReviewContext {
  const at = (n: number) => ({ params: { path: { site, n } } });
  const of = (n: number, id: string) => ({ params: { path: { site, n, id } } });
  return {
    key: ["site", site, "changes"],
    peopleKey: ["site", site, "access"],
    address: `/sites/${site}/review`,
    gitPath: `/git/${site}.git`,
    refetchInterval: false,
    people: async () =>
      (await readData(hq.GET("/sites/{site}/access", { params: { path: { site } } }))).access,
    list: (list, page) =>
      readData(
        hq.GET("/sites/{site}/changes", {
          params: { path: { site }, query: { ...page, ...askedOf(list) } },
        }),
      ),
    update: (n, fields) =>
      readData(hq.PATCH("/sites/{site}/changes/{n}", { ...at(n), body: toUpdateBody(fields) })),
    close: (n) => readData(hq.POST("/sites/{site}/changes/{n}/close", at(n))),
    reopen: (n) => readData(hq.POST("/sites/{site}/changes/{n}/reopen", at(n))),
    diff: (n) => readData(hq.GET("/sites/{site}/changes/{n}/diff", at(n))),
    judge: (n, body) => readData(hq.POST("/sites/{site}/changes/{n}/approve", { ...at(n), body })),
    decide: (n, decisions) => {
      const body = { decisions: [...decisions] };
      return readData(hq.POST("/sites/{site}/changes/{n}/update", { ...at(n), body }));
    },
    see: (n, until) =>
      expectSuccess(hq.PUT("/sites/{site}/changes/{n}/seen", { ...at(n), body: { until } })),
    tick: (n, body) =>
      expectSuccess(hq.PUT("/sites/{site}/changes/{n}/viewed", { ...at(n), body })),
    comments: (n) => readData(hq.GET("/sites/{site}/changes/{n}/comments", at(n))),
    say: (n, body) => readData(hq.POST("/sites/{site}/changes/{n}/comments", { ...at(n), body })),
    changeComment: (n, id, body) =>
      readData(hq.PATCH("/sites/{site}/changes/{n}/comments/{id}", { ...of(n, id), body })),
    deleteComment: (n, id) =>
      expectSuccess(hq.DELETE("/sites/{site}/changes/{n}/comments/{id}", of(n, id))),
  };
}

const ASK_AGAIN_MS = 20_000;

function skillReviews(ws: string): ReviewContext {
  const at = (n: number) => ({ params: { path: { ws, n } } });
  const of = (n: number, id: string) => ({ params: { path: { ws, n, id } } });
  return {
    key: ["workspace", ws, "skill-changes"],
    peopleKey: ["workspace", ws, "members"],
    address: `/workspaces/${ws}/skill-changes`,
    gitPath: `/git/${ws}/skills.git`,
    refetchInterval: ASK_AGAIN_MS,
    people: async () =>
      (await readData(hq.GET("/workspaces/{ws}/members", { params: { path: { ws } } }))).members,
    list: (list, page) =>
      readData(
        hq.GET("/workspaces/{ws}/skill-changes", {
          params: { path: { ws }, query: { ...page, ...askedOf(list) } },
        }),
      ),
    update: (n, fields) =>
      readData(
        hq.PATCH("/workspaces/{ws}/skill-changes/{n}", { ...at(n), body: toUpdateBody(fields) }),
      ),
    close: (n) => readData(hq.POST("/workspaces/{ws}/skill-changes/{n}/close", at(n))),
    reopen: (n) => readData(hq.POST("/workspaces/{ws}/skill-changes/{n}/reopen", at(n))),
    diff: (n) => readData(hq.GET("/workspaces/{ws}/skill-changes/{n}/diff", at(n))),
    judge: (n, body) =>
      readData(hq.POST("/workspaces/{ws}/skill-changes/{n}/approve", { ...at(n), body })),
    decide: (n, decisions) => {
      const body = {
        decisions: decisions.flatMap((one) =>
          // Skills have no slugs.
          "take" in one ? [{ file: one.file, take: one.take }] : [],
        ),
      };
      return readData(hq.POST("/workspaces/{ws}/skill-changes/{n}/update", { ...at(n), body }));
    },
    see: (n, until) =>
      expectSuccess(
        hq.PUT("/workspaces/{ws}/skill-changes/{n}/seen", { ...at(n), body: { until } }),
      ),
    tick: (n, body) =>
      expectSuccess(hq.PUT("/workspaces/{ws}/skill-changes/{n}/viewed", { ...at(n), body })),
    comments: (n) => readData(hq.GET("/workspaces/{ws}/skill-changes/{n}/comments", at(n))),
    say: (n, body) =>
      readData(hq.POST("/workspaces/{ws}/skill-changes/{n}/comments", { ...at(n), body })),
    changeComment: (n, id, body) =>
      readData(
        hq.PATCH("/workspaces/{ws}/skill-changes/{n}/comments/{id}", { ...of(n, id), body }),
      ),
    deleteComment: (n, id) =>
      expectSuccess(hq.DELETE("/workspaces/{ws}/skill-changes/{n}/comments/{id}", of(n, id))),
  };
}

function askedOf({ state, author, reviewer, unread }: ChangeList) {
  return {
    state,
    ...(author !== undefined && { author }),
    ...(reviewer !== undefined && { reviewer }),
    ...(unread !== undefined && { unread: unread ? ("true" as const) : ("false" as const) }),
  };
}

function toUpdateBody({ reviewers, ...fields }: ChangeFields) {
  return { ...fields, ...(reviewers !== undefined && { reviewers: [...reviewers] }) };
}
