import type { ReadQuery } from "../../api/delivery/read-api.ts";
import { quoteForShell } from "../code/shell-quote.ts";

/** A query with the URL of the site's read API. */
export interface CodeQuery extends ReadQuery {
  readonly readApiUrl: string;
  /** Whether the response is a list. */
  readonly isList: boolean;
}

/** Languages and tools that code is generated for. */
export const LANGUAGES = ["curl", "astro", "typescript", "sdk"] as const;

export type CodeLanguage = (typeof LANGUAGES)[number];

/** Returns a query as code. API keys are read from the environment. */
export function codeOf(language: CodeLanguage, query: CodeQuery): string {
  switch (language) {
    case "curl":
      return curl(query);
    case "astro":
      return astro(query);
    case "typescript":
      return typescript(query);
    case "sdk":
      return sdk(query);
  }
}

function addressOf({ readApiUrl, apiId, entry, query }: CodeQuery): string {
  const path = [apiId, ...(entry === undefined ? [] : [entry])].map(encodeURIComponent).join("/");
  return `${readApiUrl}/${path}${query === "" ? "" : `?${query}`}`;
}

function curl(query: CodeQuery): string {
  const lines = [`curl -H "X-CMS-API-KEY: $CMS_READ_KEY"`];
  const address = quoteForShell(addressOf(query));
  if (!query.drafts) return [...lines, address].join(" \\\n  ");
  // Quoted separately, because the shell inserts it.
  const before = query.query === "" ? "?" : "&";
  return [...lines, `${address}'${before}draftKey='"$CMS_DRAFT_KEY"`].join(" \\\n  ");
}

/** Returns the request, with API keys named as in the given environment. */
function request(query: CodeQuery, env: string): string {
  const address = literal(addressOf(query));
  const drafts = [
    `const address = new URL(${address});`,
    `address.searchParams.set("draftKey", ${env}.CMS_DRAFT_KEY);`,
    "const response = await fetch(address, {",
  ];
  return [
    ...(query.drafts ? drafts : [`const response = await fetch(${address}, {`]),
    `  headers: { "X-CMS-API-KEY": ${env}.CMS_READ_KEY },`,
    "});",
    "if (!response.ok) throw new Error((await response.json()).detail);",
  ].join("\n");
}

function typescript(query: CodeQuery): string {
  const answer = query.isList
    ? "const { contents, totalCount } = await response.json();"
    : "const entry = await response.json();";
  return `${request(query, "process.env")}\n${answer}`;
}

function astro(query: CodeQuery): string {
  const [answer, shown] = query.isList
    ? [
        "const { contents } = await response.json();",
        "<ul>\n  {contents.map((entry) => <li>{entry.slug}</li>)}\n</ul>",
      ]
    : ["const entry = await response.json();", "<pre>{JSON.stringify(entry, null, 2)}</pre>"];
  return `---\n${request(query, "import.meta.env")}\n${answer}\n---\n${shown}`;
}

/** Uses the microCMS client with a custom `fetch`, because the client always builds microCMS URLs. */
function sdk({ readApiUrl, apiId, entry, query, drafts, isList }: CodeQuery): string {
  const [, base = "", domain = ""] = /^(.*)\/api\/public\/cms\/([^/]*)$/.exec(readApiUrl) ?? [];
  const queries = [...new URLSearchParams(query)].map(
    ([name, value]) => `    ${name}: ${/^\d{1,9}$/.test(value) ? value : literal(value)},`,
  );
  if (drafts) queries.push("    draftKey: process.env.CMS_DRAFT_KEY,");
  const method = isList ? "getList" : entry === undefined ? "getObject" : "getListDetail";
  return [
    'import { createClient } from "microcms-js-sdk";',
    "",
    "const platformFetch = globalThis.fetch;",
    "globalThis.fetch = (input, init) =>",
    `  platformFetch(String(input).replace("https://${domain}.microcms.io", ${literal(base)}), init);`,
    `const client = createClient({ serviceDomain: ${literal(domain)}, apiKey: process.env.CMS_READ_KEY });`,
    "",
    `const answer = await client.${method}({`,
    `  endpoint: ${literal(apiId)},`,
    ...(entry === undefined ? [] : [`  contentId: ${literal(entry)},`]),
    ...(queries.length === 0 ? [] : ["  queries: {", ...queries, "  },"]),
    "});",
  ].join("\n");
}

/** Returns a string literal that can also appear in an HTML page. */
function literal(text: string): string {
  return JSON.stringify(text).replaceAll("<", String.raw`\u003c`);
}
