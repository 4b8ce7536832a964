import { checkAnswer } from "../hq/check-answer.ts";

const API = "/api/manage";

/** A response of HQ as a page receives it. */
interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The JSON body; an empty object if it isn't JSON. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly text: string;
}

interface AskOptions {
  readonly body?: unknown;
  /** Additional headers; an empty value removes one. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A browser on pages of one HQ: stores cookies, and sends what a page of HQ would. */
export interface Browser {
  /** Fails if a response of the management API doesn't match its OpenAPI document. */
  ask(method: string, path: string, options?: AskOptions): Promise<Answer>;
  /** `POST /api/manage/session`. */
  signIn(email: string, password: string): Promise<Answer>;
  /** Cookies by name. */
  readonly cookies: Map<string, string>;
  /** CSRF token of the session. */
  csrfToken: string;
}

export interface BrowserOptions {
  /** URL where HQ listens. */
  readonly at: string;
  /** `LOAM_BASE_URL`, if it differs. */
  readonly baseUrl?: string;
}

export function openBrowser({ at, baseUrl = at }: BrowserOptions): Browser {
  const cookies = new Map<string, string>();
  const { origin } = new URL(baseUrl);
  const browser: Browser = {
    cookies,
    csrfToken: "",
    signIn: (email, password) =>
      browser.ask("POST", "/api/manage/session", { body: { email, password } }),
    async ask(method, path, { body, headers = {} } = {}) {
      const sent = {
        ...(method !== "GET" && { Origin: origin }),
        ...(body !== undefined && { "Content-Type": "application/json" }),
        ...(cookies.size > 0 && { Cookie: renderCookies(cookies) }),
        ...(browser.csrfToken !== "" && { "X-CSRF-Token": browser.csrfToken }),
        Connection: "close",
        ...headers,
      };
      const response = await fetch(new URL(path, at), {
        method,
        redirect: "manual",
        headers: Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== "")),
        ...(body !== undefined && {
          body: typeof body === "string" ? body : JSON.stringify(body),
        }),
      });
      const answer = await readAnswer(response);
      if (path.startsWith(API)) {
        const { status, text } = answer;
        const given = {
          method,
          path: path.slice(API.length),
          status,
          headers: answer.headers,
          text,
        };
        await checkAnswer(new URL(API, at).href, given);
      }
      keepCookies(cookies, response.headers);
      const { csrfToken } = answer.body;
      if (typeof csrfToken === "string") browser.csrfToken = csrfToken;
      return answer;
    },
  };
  return browser;
}

async function readAnswer(response: Response): Promise<Answer> {
  const text = await response.text();
  const isJson = text !== "" && response.headers.get("Content-Type")?.includes("json") === true;
  const parsed: unknown = isJson ? JSON.parse(text) : {};
  const body = typeof parsed === "object" && parsed !== null ? { ...parsed } : {};
  return { status: response.status, headers: response.headers, body, text };
}

function renderCookies(cookies: ReadonlyMap<string, string>): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
}

function keepCookies(cookies: Map<string, string>, headers: Headers): void {
  for (const line of headers.getSetCookie()) {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (/max-age=0/i.test(line)) cookies.delete(name);
    else cookies.set(name, value);
  }
}
