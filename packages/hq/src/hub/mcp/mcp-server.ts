import { AsyncLocalStorage } from "node:async_hooks";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import type { Request, Response } from "express";
import type { Logger } from "pino";
import type { CallRoute } from "../../api/manage-router.ts";
import { toProblem } from "../../platform/http/send-problem.ts";
import { MCP_TOOLS, type McpTool } from "./mcp-tools.ts";

interface McpParts {
  readonly call: CallRoute;
  readonly log: Logger;
}

export type ServeMcp = (request: Request, response: Response) => Promise<void>;

/** One request of an agent. */
interface AgentRequest {
  readonly request: Request;
  readonly response: Response;
}

const INSTRUCTIONS =
  "Loam: content and skills. Find the site with list_workspaces and list_sites, and its types with list_content_types. Your changes are saved as drafts or in a change request. A person publishes or merges them.";

/** Serves the Model Context Protocol without sessions, so any process can handle any request. */
export function createMcp({ call, log }: McpParts): ServeMcp {
  const asking = new AsyncLocalStorage<AgentRequest>();
  const handler = createMcpHandler(() => {
    const asked = asking.getStore();
    if (asked === undefined)
      throw new Error("An agent's request is handled within its own process.");
    return makeServer({ call, log }, asked);
  });
  const serve = toNodeHandler(handler);
  return async (request, response) => {
    await asking.run({ request, response }, () => serve(request, response));
  };
}

function makeServer(parts: McpParts, asked: AgentRequest): McpServer {
  const server = new McpServer(
    { name: "loam", title: "Loam", version: "1" },
    { instructions: INSTRUCTIONS },
  );
  for (const tool of MCP_TOOLS) {
    const { name, title, description, isReading, input } = tool;
    const annotations = { readOnlyHint: isReading, destructiveHint: false, openWorldHint: false };
    server.registerTool(
      name,
      { title, description, annotations, inputSchema: input },
      async (given: unknown) => answer(parts, { tool, given, asked }),
    );
  }
  return server;
}

interface ToolCall {
  readonly tool: McpTool;
  readonly given: unknown;
  readonly asked: AgentRequest;
}

interface ToolAnswer {
  [key: string]: unknown;
  content: { type: "text"; text: string }[];
  isError?: boolean;
}

/** Returns the route's response as JSON. Errors are returned to the agent, so that it can correct its call. */
async function answer(
  { call, log }: McpParts,
  { tool, given, asked }: ToolCall,
): Promise<ToolAnswer> {
  try {
    return textOf(await call(tool.route, { ...asked, ...tool.ask(given) }));
  } catch (error) {
    const { status, body } = toProblem(error);
    if (status >= 500) log.error({ err: error, tool: tool.name }, "a tool failed");
    const { code, detail, errors } = body;
    return { ...textOf({ code, detail, errors }), isError: true };
  }
}

function textOf(value: unknown): ToolAnswer {
  return { content: [{ type: "text", text: JSON.stringify(value) }] };
}
