import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { CmsError } from "@loam/cms-core";
import { answer, type JsonOption, withJson } from "@loam/cms-core/program";
import { type Command, Option } from "commander";
import { describeIssue } from "../../api/read-request.ts";
import type { Terminal } from "../../platform/terminal/terminal.ts";
import { withHq } from "../../platform/terminal/with-hq.ts";
import { setByCommand } from "../../upstream/by-command.ts";
import { type UpstreamInput, upstreamInput } from "../../upstream/connection/upstream-input.ts";

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
      "Set the upstream; the token is read from standard input or a prompt. Over SSH, HQ generates a key unless --key names one",
    )
    .argument("<site>", "ID or name")
    .argument("<url>", "https://…, ssh://git@…, or git@host:path")
    .option("--branch <name>", "Upstream branch to sync with main", "main")
    .option("--username <name>", "User name to send with the token")
    .option("--key <file>", "Private SSH key without a passphrase")
    .option("--keep-credential", "Keep the current credential")
    .addOption(
      new Option(
        "--forge <kind>",
        "Type of Git host on which to open pull or merge requests",
      ).choices(KINDS),
    )
    .option("--forge-url <url>", "URL of the Git host's API")
    .option("--forge-token", "Read a separate API token after the first one")
    .option("--known-hosts <file>", "Host keys, as printed by ssh-keyscan")
    .option("--reviewed-there", "Count merges on the Git host as reviewed")
    .action(async (site: string, url: string, options: SetOptions) => {
      const input = await readInput(terminal, url, options);
      const set = await withHq(terminal, async (hq) => setByCommand(hq, site, input));
      const { upstream: created, webhookSecret = null } = set;
      const { publicKey } = created.credential;
      answer(terminal, options, {
        data: { ...created, webhookSecret },
        lines: [
          `Connected to ${created.url}.`,
          ...(publicKey === null ? [] : [`Allow this key to write to the upstream: ${publicKey}`]),
          ...(webhookSecret === null
            ? []
            : [
                `Webhook: ${created.webhook.address}. Copy its secret now, it won't be shown again: ${webhookSecret}`,
              ]),
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
  "Send it on standard input (hq upstream set <site> <url> < token.txt). Put the API token on a second line.";

interface Tokens {
  /** For HTTPS. */
  readonly token: string | undefined;
  readonly apiToken: string | undefined;
}

async function readTokens(
  terminal: Terminal,
  url: string,
  { key, keepCredential = false, forgeToken = false }: SetOptions,
): Promise<Tokens> {
  const asks = /^https?:/.test(url) && !keepCredential && key === undefined;
  const questions = [...(asks ? ["Token:"] : []), ...(forgeToken ? ["API token:"] : [])];
  const answers = await readSecrets(terminal, questions);
  const unanswered = questions.find((_, index) => (answers[index] ?? "") === "");
  if (unanswered !== undefined) {
    throw new CmsError("invalid", `${unanswered} No value was given. ${HOW_TO_GIVE}`);
  }
  return {
    token: asks ? answers[0] : undefined,
    apiToken: forgeToken ? answers[questions.length - 1] : undefined,
  };
}

/** Secrets are never arguments, because the process list and the shell history would contain them. */
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
