import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { CmsError } from "@loam/cms-core";
import { answer, type JsonOption, withJson } from "@loam/cms-core/program";
import { type Command, Option } from "commander";
import { describeIssue } from "../../api/read-request.ts";
import type { Terminal } from "../../platform/terminal/terminal.ts";
import { withHq } from "../../platform/terminal/with-hq.ts";
import { setByCommand } from "../../upstream/by-command.ts";
import { type UpstreamInput, upstreamInput } from "../../upstream/upstream-input.ts";

interface SetOptions extends JsonOption {
  readonly branch: string;
  readonly username?: string;
  readonly key?: string;
  readonly keepCredential?: boolean;
  readonly forge?: "github" | "gitlab" | "gitea" | "none";
  readonly forgeUrl?: string;
  readonly forgeToken?: boolean;
  readonly knownHosts?: string;
  readonly reviewedThere?: boolean;
}

const KINDS = ["github", "gitlab", "gitea", "none"] as const;

/** `hq upstream set`. */
export function addSetUpstreamCommand(upstream: Command, terminal: Terminal): void {
  withJson(upstream.command("set"))
    .description(
      "set the repository; the token comes from standard input or is asked for. Over ssh HQ makes a key, unless --key gives one",
    )
    .argument("<site>", "id or name")
    .argument("<url>", "https://…, ssh://git@… or git@host:path")
    .option("--branch <name>", "what main is called there", "main")
    .option("--username <name>", "with which the token is sent")
    .option("--key <file>", "a private key of ssh, without a passphrase")
    .option("--keep-credential", "the credential stays as it is")
    .addOption(
      new Option("--forge <kind>", "where requests are opened for change requests").choices(KINDS),
    )
    .option("--forge-url <url>", "of the API of the forge")
    .option("--forge-token", "read another token for the API, after the first")
    .option("--known-hosts <file>", "keys of the host, as ssh-keyscan prints them")
    .option("--reviewed-there", "what was merged there counts as reviewed")
    .action(async (site: string, url: string, options: SetOptions) => {
      const input = await readInput(terminal, url, options);
      const set = await withHq(terminal, async (hq) => setByCommand(hq, site, input));
      const { upstream: made, webhookSecret = null } = set;
      const { publicKey } = made.credential;
      answer(terminal, options, {
        data: { ...made, webhookSecret },
        lines: [
          `Mirrors ${made.url}.`,
          ...(publicKey === null ? [] : [`Allow this key to write there: ${publicKey}`]),
          ...(webhookSecret === null
            ? []
            : [`Webhook: ${made.webhook.address}, with this secret, shown once: ${webhookSecret}`]),
        ],
      });
    });
}

/** @throws CmsError `invalid` */
async function readInput(
  terminal: Terminal,
  url: string,
  options: SetOptions,
): Promise<UpstreamInput> {
  const { branch, reviewedThere = false, knownHosts } = options;
  const secrets = await readTokens(terminal, url, options);
  const given = {
    url,
    branch,
    reviewedThere,
    ...(await credentialOf(terminal, options, secrets.token)),
    ...forgeOf(options, secrets.apiToken),
    ...(knownHosts !== undefined && { knownHosts: await readText(terminal, knownHosts) }),
  };
  const parsed = upstreamInput.safeParse(given, { error: describeIssue });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new CmsError("invalid", `${issue?.path.join(".") ?? ""}: ${issue?.message ?? ""}`);
}

const HOW_TO_GIVE =
  "Give it on standard input (hq upstream set <site> <url> < token.txt), and a token of the API in a second line.";

interface Tokens {
  /** Over https. */
  readonly token: string | undefined;
  readonly apiToken: string | undefined;
}

async function readTokens(
  terminal: Terminal,
  url: string,
  { key, keepCredential = false, forgeToken = false }: SetOptions,
): Promise<Tokens> {
  const asks = /^https?:/.test(url) && !keepCredential && key === undefined;
  const questions = [...(asks ? ["Token:"] : []), ...(forgeToken ? ["Token of the API:"] : [])];
  const answers = await readSecrets(terminal, questions);
  const unanswered = questions.find((_, place) => (answers[place] ?? "") === "");
  if (unanswered !== undefined) {
    throw new CmsError("invalid", `${unanswered} nothing was given. ${HOW_TO_GIVE}`);
  }
  return {
    token: asks ? answers[0] : undefined,
    apiToken: forgeToken ? answers[questions.length - 1] : undefined,
  };
}

/** Never arguments: the list of processes and the shell's history would keep them. */
async function readSecrets(
  { ask, input }: Terminal,
  questions: readonly string[],
): Promise<readonly string[]> {
  if (questions.length === 0) return [];
  if (ask === undefined) return (await input()).split("\n").map((line) => line.trim());
  const answers: string[] = [];
  for (const question of questions) answers.push((await ask(question, { hidden: true })) ?? "");
  return answers.map((text) => text.trim());
}

async function credentialOf(
  terminal: Terminal,
  { key, username, keepCredential = false }: SetOptions,
  token: string | undefined,
) {
  if (keepCredential) return {};
  if (token !== undefined) {
    const named = username === undefined ? {} : { username };
    return { credential: { kind: "token", token, ...named } };
  }
  if (key === undefined) return { credential: { kind: "ssh" } };
  return { credential: { kind: "ssh", privateKey: await readText(terminal, key) } };
}

function forgeOf({ forge: kind, forgeUrl }: SetOptions, token: string | undefined) {
  if (kind === undefined) return {};
  if (kind === "none") return { forge: null };
  const more = {
    ...(forgeUrl !== undefined && { url: forgeUrl }),
    ...(token !== undefined && { token }),
  };
  return { forge: { kind, ...more } };
}

async function readText({ folder }: Terminal, path: string): Promise<string> {
  try {
    return await readFile(resolve(folder, path), "utf8");
  } catch (cause) {
    throw new CmsError("not_found", `${path} cannot be read.`, { cause });
  }
}
