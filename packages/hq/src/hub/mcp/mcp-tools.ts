import { z } from "zod";
import type { RouteCall } from "../../api/manage-router.ts";

/** Arguments of a route. */
type RouteArguments = Omit<RouteCall, "request" | "response">;

/** A tool for agents: a route of the management API with a name and descriptions for agents. */
export interface McpTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Whether it is read-only. */
  readonly isReading: boolean;
  readonly input: z.ZodObject;
  /** Id of the route. */
  readonly route: string;
  readonly ask: (given: unknown) => RouteArguments;
}

interface ToolSpec<I extends z.ZodRawShape> extends Omit<McpTool, "input" | "ask" | "isReading"> {
  /** @default true */
  readonly isReading?: boolean;
  readonly input: I;
  readonly ask: (given: z.output<z.ZodObject<I>>) => RouteArguments;
}

function tool<I extends z.ZodRawShape>({
  input: shape,
  ask,
  isReading = true,
  ...rest
}: ToolSpec<I>): McpTool {
  const input = z.object(shape);
  return { ...rest, isReading, input, ask: (given) => ask(input.parse(given)) };
}

const workspace = z.string().describe("Slug or ID of a workspace.");
const site = z.string().describe("ID of a site.");
const type = z.string().describe("API ID of a content type.");
const entry = z.string().describe("ID or slug of an entry.");
const skill = z.string().describe("Name of a skill.");
const version = z.int().min(1).optional().describe("Version of the skill. Default: the newest.");
const fields = z
  .record(z.string(), z.unknown())
  .describe(
    "Values by the API IDs of the type's fields. Rich text is Markdown, a Content reference is the ID of an entry, a Select is the value of an option.",
  );

/** Converts the given values to query parameters. */
function queryOf(
  given: Readonly<Record<string, string | number | undefined>>,
): Record<string, string> {
  const texts = Object.entries(given).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, String(value)] as const],
  );
  return Object.fromEntries(texts);
}

const CONTENT_TOOLS: readonly McpTool[] = [
  tool({
    name: "list_workspaces",
    title: "List workspaces",
    description: "Lists the workspaces you are a member of.",
    route: "listWorkspaces",
    input: {},
    ask: () => ({ params: {} }),
  }),
  tool({
    name: "list_sites",
    title: "List sites",
    description: "Lists the sites of a workspace that you can read, with their IDs.",
    route: "listSites",
    input: { workspace },
    ask: ({ workspace: ws }) => ({ params: { ws } }),
  }),
  tool({
    name: "list_content_types",
    title: "List content types",
    description: "Lists the content types of a site, with their fields.",
    route: "listTypes",
    input: { site },
    ask: ({ site: id }) => ({ params: { site: id } }),
  }),
  tool({
    name: "search_entries",
    title: "Search entries",
    description:
      "Returns a page of a site's entries, drafts and published ones, filtered by text, type, and state.",
    route: "listSiteEntries",
    input: {
      site,
      q: z
        .string()
        .max(200)
        .optional()
        .describe("Search terms. An entry must contain all of them."),
      type: type.optional(),
      state: z.enum(["draft", "published", "changed", "unpublished", "scheduled"]).optional(),
      limit: z.int().min(1).max(100).optional(),
      cursor: z.string().optional().describe("Cursor of the previous page."),
    },
    ask: ({ site: id, ...asked }) => ({ params: { site: id }, query: queryOf(asked) }),
  }),
  tool({
    name: "read_entry",
    title: "Read an entry",
    description:
      "Returns the working version of an entry with all of its values, and its live version.",
    route: "getEntry",
    input: { site, type, entry },
    ask: ({ site: id, type: apiId, entry: name }) => ({
      params: { site: id, api_id: apiId, id: name },
    }),
  }),
  tool({
    name: "create_draft",
    title: "Create an entry as a draft",
    description: "Saves a new entry as a draft. A person publishes it.",
    route: "createEntry",
    isReading: false,
    input: {
      site,
      type,
      slug: z.string().optional().describe("Default: derived from the title."),
      fields,
    },
    ask: ({ site: id, type: apiId, slug, fields: values }) => ({
      params: { site: id, api_id: apiId },
      body: { ...(slug !== undefined && { slug }), fields: values },
    }),
  }),
  tool({
    name: "edit_draft",
    title: "Update an entry's working version",
    description:
      "Saves some values of an entry. The live version does not change until a person publishes the entry.",
    route: "changeEntry",
    isReading: false,
    input: { site, type, entry, fields },
    ask: ({ site: id, type: apiId, entry: name, fields: values }) => ({
      params: { site: id, api_id: apiId, id: name },
      body: { fields: values },
    }),
  }),
];

const change = z.int().min(1).describe("Number of a change request.");

const CHANGE_TOOLS: readonly McpTool[] = [
  tool({
    name: "list_change_requests",
    title: "List change requests",
    description: "Lists the change requests of a site, newest first.",
    route: "listChanges",
    input: { site, state: z.enum(["open", "merged", "closed"]).optional() },
    ask: ({ site: id, ...asked }) => ({ params: { site: id }, query: queryOf(asked) }),
  }),
  tool({
    name: "read_change_request",
    title: "Read a change request",
    description:
      "Returns the changes of a change request, entry by entry, and what prevents merging it.",
    route: "getChange",
    input: { site, change },
    ask: ({ site: id, change: number }) => ({ params: { site: id, n: String(number) } }),
  }),
  tool({
    name: "open_change_request",
    title: "Open a change request",
    description:
      "Creates a change request for propose_entry and propose_edit. Use it if a site returns review_required.",
    route: "openChange",
    isReading: false,
    input: {
      site,
      title: z.string().describe("Short summary of the change."),
      description: z.string().optional().describe("Reason for the change, for the reviewers."),
    },
    ask: ({ site: id, title, description = "" }) => ({
      params: { site: id },
      body: { title, description },
    }),
  }),
  tool({
    name: "propose_entry",
    title: "Propose a new entry",
    description:
      "Saves a new entry in a change request. It appears on the site only after a person merges and publishes it.",
    route: "proposeEntry",
    isReading: false,
    input: { site, change, type, slug: z.string().optional(), fields },
    ask: ({ site: id, change: number, type: apiId, slug, fields: values }) => ({
      params: { site: id, n: String(number), api_id: apiId },
      body: { ...(slug !== undefined && { slug }), fields: values },
    }),
  }),
  tool({
    name: "propose_edit",
    title: "Propose an edit of an entry",
    description: "Saves some values of an entry in a change request, until a person merges it.",
    route: "proposeChange",
    isReading: false,
    input: { site, change, type, entry, fields },
    ask: ({ site: id, change: number, type: apiId, entry: name, fields: values }) => ({
      params: { site: id, n: String(number), api_id: apiId, id: name },
      body: { fields: values },
    }),
  }),
  tool({
    name: "comment_change_request",
    title: "Comment on a change request",
    description: "Adds a comment to a change request, or replies to one.",
    route: "commentChange",
    isReading: false,
    input: {
      site,
      change,
      comment: z.string(),
      reply_to: z.string().optional().describe("ID of the comment to reply to."),
    },
    ask: ({ site: id, change: number, comment, reply_to: replyTo }) => ({
      params: { site: id, n: String(number) },
      body: { body: comment, ...(replyTo !== undefined && { replyTo }) },
    }),
  }),
  tool({
    name: "list_change_comments",
    title: "List the comments of a change request",
    description: "Lists the comments of a change request in threads, oldest first.",
    route: "listChangeComments",
    input: { site, change },
    ask: ({ site: id, change: number }) => ({ params: { site: id, n: String(number) } }),
  }),
];

const SKILL_TOOLS: readonly McpTool[] = [
  tool({
    name: "list_skills",
    title: "List skills",
    description: "Lists the skills of a workspace, with their descriptions and requirements.",
    route: "listSkills",
    input: { workspace },
    ask: ({ workspace: ws }) => ({ params: { ws } }),
  }),
  tool({
    name: "read_skill",
    title: "Read a skill",
    description: "Returns a skill with its prompt.",
    route: "getSkill",
    input: { workspace, skill, version },
    ask: ({ workspace: ws, skill: name, version: number }) => ({
      params: { ws, name },
      query: queryOf({ version: number }),
    }),
  }),
  tool({
    name: "read_skill_files",
    title: "Read the files of a skill",
    description: "Lists the files of a skill. With a path, returns the content of that file.",
    route: "listSkillFiles",
    input: {
      workspace,
      skill,
      version,
      path: z.string().optional().describe("Path of a file in the skill's folder."),
    },
    ask: ({ workspace: ws, skill: name, version: number, path }) => ({
      params: { ws, name },
      query: queryOf({ version: number, path }),
    }),
  }),
];

/** All tools for agents. None of them publishes or merges. */
export const MCP_TOOLS: readonly McpTool[] = [...CONTENT_TOOLS, ...CHANGE_TOOLS, ...SKILL_TOOLS];
