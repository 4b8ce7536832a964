import { request } from "node:http";
import { type Browser } from "../browser/browser.ts";
import { type People, type PeopleOptions, startPeople } from "./hq-people.ts";

/** A running HQ whose skills are cloned and pushed with real Git. */
export interface SkillHub {
  readonly people: People;
  readonly admin: Browser;
  /** `http://…` URL of the server. */
  readonly url: string;
  /** Returns the Git URL of the first workspace's skills, with a token. */
  readonly remote: (token: string, workspace?: string) => string;
  readonly token: (scopes: readonly string[], by?: Browser) => Promise<string>;
}

export async function startSkillHub(options: PeopleOptions = {}): Promise<SkillHub> {
  const people = await startPeople(options);
  const admin = await people.signedIn();
  const { url } = people.hq;
  return {
    people,
    admin,
    url,
    remote: (token, workspace = "main") =>
      `${url.replace("://", `://any:${token}@`)}/git/${workspace}/skills.git`,
    async token(scopes, by = admin) {
      const made = await by.ask("POST", "/api/manage/tokens", {
        body: { name: "git", scopes, expiresAt: "2026-12-01T00:00:00.000Z" },
      });
      return String(made.body["token"]);
    },
  };
}

/** Returns a valid SKILL.md. */
export function skillText(name: string, body = "Do it."): string {
  return `---\nname: ${name}\ndisplay_name: The ${name}\ndescription: Does ${name}.\n---\n\n${body}\n`;
}

/** Requests a path exactly as given, with a given host. `fetch` would resolve `..`. */
export async function rawGet(
  url: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ status: number | undefined; challenge: string | undefined }> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    request({ hostname, port, path, headers }, (response) => {
      response.resume();
      const challenge = response.headers["www-authenticate"];
      resolve({ status: response.statusCode, challenge });
    })
      .on("error", reject)
      .end();
  });
}
