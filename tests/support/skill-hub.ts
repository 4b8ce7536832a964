import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { type Browser } from "./browser.ts";
import { type People, startPeople } from "./hq-people.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const run = promisify(execFile);

/** What a git command came to. */
export interface GitAnswer {
  readonly ok: boolean;
  readonly stdout: string;
  /** With the lines of the server. */
  readonly stderr: string;
}

/** A running HQ whose skills a test clones and pushes by the real git program. */
export interface SkillHub {
  readonly people: People;
  readonly admin: Browser;
  /** `http://…` of the server. */
  readonly url: string;
  /** Of the first workspace's skills, with a token in it. */
  readonly remote: (token: string, workspace?: string) => string;
  readonly token: (scopes: readonly string[], by?: Browser) => Promise<string>;
}

export async function startSkillHub(): Promise<SkillHub> {
  const people = await startPeople();
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

/** Runs git in a folder, whatever this machine's configuration says. */
export async function git(folder: string, ...args: readonly string[]): Promise<GitAnswer> {
  const who = ["-c", "user.name=Ann", "-c", "user.email=ann@example.test"];
  const env = {
    PATH: process.env["PATH"],
    HOME: folder,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_TERMINAL_PROMPT: "0",
    LC_ALL: "C",
  };
  try {
    const said = await run("git", [...who, ...args], { cwd: folder, env });
    return { ok: true, ...said };
  } catch (error) {
    if (!(error instanceof Error) || !("stderr" in error)) throw error;
    return { ok: false, stdout: "", stderr: String(error.stderr) };
  }
}

/** A clone of the skills in a folder of its own. */
export async function cloneSkills(remote: string): Promise<string> {
  const folder = join(await temporaryFolder("loam-skills"), "clone");
  await mkdir(folder);
  const cloned = await git(folder, "clone", "--quiet", remote, ".");
  if (!cloned.ok) throw new Error(cloned.stderr);
  await git(folder, "checkout", "--quiet", "-B", "main");
  return folder;
}

/** Writes files, and commits all that differs. */
export async function commitFiles(
  folder: string,
  files: Readonly<Record<string, string>>,
  message = "Change",
): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  await git(folder, "add", "--all");
  await git(folder, "commit", "--quiet", "--allow-empty", "--message", message);
}

/** A SKILL.md that is as the specification wants it. */
export function skillText(name: string, body = "Do it."): string {
  return `---\nname: ${name}\ndisplay_name: The ${name}\ndescription: Does ${name}.\n---\n\n${body}\n`;
}

/** Asks for an address as it is written, and with the host that is given: `fetch` folds `..` away. */
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
