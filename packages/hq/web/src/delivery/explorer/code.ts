import type { ReadQuestion } from "../../api/delivery/read-api.ts";
import { shellWord } from "../shell-words.ts";

/** Where a site's read API is, and what is asked of it. */
export interface Asked extends ReadQuestion {
  readonly readApiUrl: string;
  /** Whether the answer is a list. */
  readonly isList: boolean;
}

/** In which words a question is put. */
export const LANGUAGES = ["curl", "astro", "typescript", "sdk"] as const;

export type CodeLanguage = (typeof LANGUAGES)[number];

/** A question as code to copy; keys come from the environment. */
export function codeOf(language: CodeLanguage, asked: Asked): string {
  switch (language) {
    case "curl":
      return curl(asked);
    case "astro":
      return astro(asked);
    case "typescript":
      return typescript(asked);
    case "sdk":
      return sdk(asked);
  }
}

function addressOf({ readApiUrl, apiId, entry, query }: Asked): string {
  const path = [apiId, ...(entry === undefined ? [] : [entry])].map(encodeURIComponent).join("/");
  return `${readApiUrl}/${path}${query === "" ? "" : `?${query}`}`;
}

function curl(asked: Asked): string {
  const lines = [`curl -H "X-CMS-API-KEY: $CMS_READ_KEY"`];
  const address = shellWord(addressOf(asked));
  if (!asked.drafts) return [...lines, address].join(" \\\n  ");
  // Between quotes of its own, for the shell to put it in.
  const before = asked.query === "" ? "?" : "&";
  return [...lines, `${address}'${before}draftKey='"$CMS_DRAFT_KEY"`].join(" \\\n  ");
}

/** The request, with the names that keys have where it stands. */
function request(asked: Asked, env: string): string {
  const address = literal(addressOf(asked));
  const drafts = [
    `const address = new URL(${address});`,
    `address.searchParams.set("draftKey", ${env}.CMS_DRAFT_KEY);`,
    "const response = await fetch(address, {",
  ];
  return [
    ...(asked.drafts ? drafts : [`const response = await fetch(${address}, {`]),
    `  headers: { "X-CMS-API-KEY": ${env}.CMS_READ_KEY },`,
    "});",
    "if (!response.ok) throw new Error((await response.json()).detail);",
  ].join("\n");
}

function typescript(asked: Asked): string {
  const answer = asked.isList
    ? "const { contents, totalCount } = await response.json();"
    : "const entry = await response.json();";
  return `${request(asked, "process.env")}\n${answer}`;
}

function astro(asked: Asked): string {
  const [answer, shown] = asked.isList
    ? [
        "const { contents } = await response.json();",
        "<ul>\n  {contents.map((entry) => <li>{entry.slug}</li>)}\n</ul>",
      ]
    : ["const entry = await response.json();", "<pre>{JSON.stringify(entry, null, 2)}</pre>"];
  return `---\n${request(asked, "import.meta.env")}\n${answer}\n---\n${shown}`;
}

/** The client of the compatible service, whose address is its own: requests are led here. */
function sdk({ readApiUrl, apiId, entry, query, drafts, isList }: Asked): string {
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

/** A text in the source of a program; it may stand in a page, too. */
function literal(text: string): string {
  return JSON.stringify(text).replaceAll("<", String.raw`\u003c`);
}
