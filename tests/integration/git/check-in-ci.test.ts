import { execFile } from "node:child_process";
import { chmod, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { cloneMain, commitFiles, git } from "../../support/git/git-client.ts";
import { startSiteByGit } from "../../support/git/site-by-git.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const ROOT = resolve(import.meta.dirname, "../../..");
const EXAMPLES = join(ROOT, "examples/check-in-ci");
const run = promisify(execFile);

interface Actions {
  readonly jobs: {
    readonly check: {
      readonly steps: readonly {
        readonly run?: string;
        readonly uses?: string;
        readonly with?: unknown;
        readonly env?: Readonly<Record<string, string>>;
      }[];
    };
  };
}

interface Pipeline {
  readonly loam: {
    readonly variables: unknown;
    readonly script: readonly string[];
    readonly artifacts: { readonly reports: { readonly codequality: string } };
  };
}

interface Step {
  readonly command: string;
  readonly env: Readonly<Record<string, string>>;
}

async function textOf(name: string): Promise<string> {
  return readFile(join(EXAMPLES, name), "utf8");
}

/** Returns the command of a workflow, with the variables a Git host provides for a pull request to `main`. */
async function stepOf(name: string): Promise<Step> {
  const { jobs }: Actions = parse(await textOf(name));
  const { steps } = jobs.check;
  const checkout = steps.find(({ uses }) => uses?.startsWith("actions/checkout@") === true);
  // Comparing needs the history, and the checked code needs no credentials of the Git host.
  expect(checkout?.with).toEqual({ "fetch-depth": 0, "persist-credentials": false });
  const step = steps.find(({ run: command }) => command !== undefined);
  const given = Object.entries(step?.env ?? {}).map(([key, value]) => {
    return [key, value.replace("${{ github.base_ref }}", "main")] as const;
  });
  // Branch names chosen by others are not interpolated in the command.
  expect(step?.run).not.toContain("${{");
  return { command: step?.run ?? "", env: Object.fromEntries(given) };
}

/** Replaces the registry: provides this checkout's package if it is the requested one. */
async function npxOfThis(): Promise<string> {
  const folder = await temporaryFolder("npx");
  const { version } = JSON.parse(await readFile(join(ROOT, "packages/hq/package.json"), "utf8"));
  const [major, minor] = String(version).split(".");
  const script = `#!/bin/sh
[ "$1 $2 $3 $4" = "--yes --package @loam/hq@${major}.${minor} hq" ] || exit 70
shift 4
exec "${process.execPath}" -C @loam/source "${join(ROOT, "packages/hq/src/bin.ts")}" "$@"
`;
  await writeFile(join(folder, "npx"), script);
  await chmod(join(folder, "npx"), 0o755);
  return folder;
}

/** Runs a step like a CI runner. */
async function runStep(
  folder: string,
  { command, env }: Step,
): Promise<{ readonly code: number; readonly out: string }> {
  const path = `${await npxOfThis()}:${process.env["PATH"]}`;
  const options = { cwd: folder, env: { ...env, PATH: path, HOME: folder, CI: "true" } };
  try {
    const { stdout } = await run("sh", ["-e", "-c", command], options);
    return { code: 0, out: stdout };
  } catch (error) {
    return { code: Number(Object(error)["code"]), out: String(Object(error)["stdout"]) };
  }
}

interface Request {
  /** The merge commit that a runner checks out, without a branch. */
  readonly merged: string;
  /** The last commit of the branch only, as with GitLab. */
  readonly branch: string;
  /** Commit where the branch started. */
  readonly base: string;
}

/** Creates a developer's pull request whose branch is behind `main`. */
async function request(remote: string, files: Readonly<Record<string, string>>): Promise<Request> {
  const forge = await cloneMain(remote);
  const base = (await git(forge, "rev-parse", "HEAD")).stdout.trim();
  await git(forge, "checkout", "--quiet", "-b", "words");
  await commitFiles(forge, files);
  await git(forge, "checkout", "--quiet", "main");
  await commitFiles(forge, { "content/posts/meanwhile.md": "---\ntitle: Meanwhile\n---\n" });
  const checkout = async (...args: readonly string[]): Promise<string> => {
    const clone = await cloneMain(forge);
    await git(clone, "checkout", "--quiet", "--detach", "origin/main");
    expect(await git(clone, ...args)).toMatchObject({ ok: true });
    await git(clone, "branch", "--quiet", "-D", "main");
    return clone;
  };
  return {
    merged: await checkout("merge", "--quiet", "--no-ff", "--no-edit", "origin/words"),
    branch: await checkout("checkout", "--quiet", "--detach", "origin/words"),
    base,
  };
}

const GOOD = { "content/posts/good.md": "---\ntitle: Good\n---\n" };
const BAD = {
  "content/posts/bad.md": "---\ntitle: Bad\nrating: many\n---\n",
  "content/posts/good.md": "---\ntitle: Good\n---\n",
};

test("runs HQ's checks in a workflow of each Git host", async () => {
  const site = await startSiteByGit();
  const remote = site.remote(await site.token());
  const clone = await cloneMain(remote);
  await commitFiles(clone, {
    ".github/workflows/loam.yml": await textOf("github.yml"),
    ".forgejo/workflows/loam.yml": await textOf("forgejo.yml"),
    ".gitlab-ci.yml": await textOf("gitlab.yml"),
  });
  expect(await git(clone, "push", "--quiet", "origin", "main")).toMatchObject({ ok: true });
  const good = await request(remote, GOOD);
  const bad = await request(remote, BAD);
  const problem = "content/posts/bad.md:3: invalid_entry: rating";

  const github = await stepOf("github.yml");
  expect(await runStep(good.merged, github)).toMatchObject({ code: 0 });
  const marked = await runStep(bad.merged, github);
  expect(marked.code).toBe(1);
  expect(marked.out.trim().split("\n")).toEqual([
    expect.stringContaining(
      `::error file=content/posts/bad.md,line=3,title=invalid_entry::${problem}`,
    ),
  ]);

  const forgejo = await stepOf("forgejo.yml");
  expect(await runStep(good.merged, forgejo)).toMatchObject({ code: 0 });
  expect(await runStep(bad.merged, forgejo)).toMatchObject({
    code: 1,
    out: expect.stringContaining(problem),
  });

  const { loam }: Pipeline = parse(await textOf("gitlab.yml"));
  expect(loam).toMatchObject({ variables: { GIT_DEPTH: "0" }, script: [expect.any(String)] });
  const gitlab = ({ base }: Request): Step => ({
    command: loam.script.join(),
    env: { CI_MERGE_REQUEST_DIFF_BASE_SHA: base },
  });
  const report = async ({ branch }: Request): Promise<unknown> =>
    JSON.parse(await readFile(join(branch, loam.artifacts.reports.codequality), "utf8"));
  expect(await runStep(good.branch, gitlab(good))).toMatchObject({ code: 0 });
  expect(await report(good)).toEqual([]);
  expect(await runStep(bad.branch, gitlab(bad))).toMatchObject({ code: 1 });
  expect(await report(bad)).toEqual([
    expect.objectContaining({ location: { path: "content/posts/bad.md", lines: { begin: 3 } } }),
  ]);
});
