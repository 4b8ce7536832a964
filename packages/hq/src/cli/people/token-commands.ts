import { CmsError } from "@loam/cms-core";
import { answer, columns, type JsonOption, withJson } from "@loam/cms-core/program";
import type { Command } from "commander";
import { TOKEN_SCOPES } from "../../api/permissions/permissions.ts";
import { recordCommand } from "../../people/audit/record-command.ts";
import {
  createPersonalToken,
  listPersonalTokens,
  revokePersonalToken,
  parseScopes,
} from "../../people/identity/tokens/personal-tokens.ts";
import { requireUser } from "../../people/identity/users/users.ts";
import type { Terminal } from "../../platform/terminal/terminal.ts";
import { withHq, withHqReading } from "../../platform/terminal/with-hq.ts";

interface UserOption extends JsonOption {
  readonly user: string;
}

interface CreateOptions extends UserOption {
  readonly scopes: string;
  readonly expires: string;
  readonly name: string;
  readonly sites?: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** `hq token create`, `list`, and `revoke`. */
export function addTokenCommands(tokens: Command, terminal: Terminal): void {
  addCreate(tokens, terminal);
  addList(tokens, terminal);
  addRevoke(tokens, terminal);
}

function addCreate(tokens: Command, terminal: Terminal): void {
  withJson(tokens.command("create"))
    .description("Create a personal access token; it is shown only once")
    .requiredOption("--user <email>", "User the token acts for")
    .requiredOption("--scopes <scopes>", `Scopes, separated by commas: ${TOKEN_SCOPES.join(", ")}`)
    .option(
      "--expires <when>",
      "Expiry: a date, or a number of days such as 90d; at most one year",
      "90d",
    )
    .option("--name <name>", "Name of the token", "command line")
    .option("--sites <ids>", "Site IDs, separated by commas (default: all sites)")
    .action(async (options: CreateOptions) => {
      const created = await withHq(terminal, async (hq) => {
        const { id: userId } = await requireUser(hq.database, options.user);
        const { name } = options;
        const token = {
          userId,
          name,
          scopes: parseScopes(listOf(options.scopes)),
          sites: options.sites === undefined ? undefined : listOf(options.sites),
          expiresAt: parseExpiry(options.expires, hq.now()),
        };
        await recordCommand(hq, { event: "token.created", params: { user: userId, name } });
        return createPersonalToken(hq.database, token, hq);
      });
      terminal.err("Copy this token now. It won't be shown again.\n");
      answer(terminal, options, { data: created, lines: [created.token] });
    });
}

function addList(tokens: Command, terminal: Terminal): void {
  withJson(tokens.command("list"))
    .description("List the tokens of a user, without their secrets")
    .requiredOption("--user <email>")
    .action(async (options: UserOption) => {
      const list = await withHqReading(terminal, async ({ database }) =>
        listPersonalTokens(database, (await requireUser(database, options.user)).id),
      );
      answer(terminal, options, {
        data: list,
        lines: columns(
          list.map(({ id, hint, scopes, expiresAt, revokedAt, lastUsedAt, name }) => [
            id,
            hint,
            revokedAt === undefined ? `expires ${expiresAt}` : `revoked ${revokedAt}`,
            lastUsedAt === undefined ? "never used" : `used ${lastUsedAt}`,
            scopes.join(","),
            name,
          ]),
        ),
      });
    });
}

function addRevoke(tokens: Command, terminal: Terminal): void {
  withJson(tokens.command("revoke"))
    .description("Revoke a token")
    .argument("<token>", "ID of the token, as shown by hq token list")
    .requiredOption("--user <email>")
    .action(async (id: string, options: UserOption) => {
      await withHq(terminal, async (hq) => {
        const { id: userId } = await requireUser(hq.database, options.user);
        await recordCommand(hq, { event: "token.revoked", params: { user: userId, id } });
        await revokePersonalToken(hq.database, { userId, id }, hq);
      });
      answer(terminal, options, { data: { id, revoked: true }, lines: [`Revoked ${id}.`] });
    });
}

function listOf(text: string): readonly string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

function parseExpiry(text: string, now: Date): Date {
  const days = /^(\d{1,4})d$/.exec(text)?.[1];
  if (days !== undefined) return new Date(now.getTime() + Number(days) * DAY_MS);
  const time = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(time)) return new Date(time);
  throw new CmsError(
    "invalid",
    `${text} is not a date or a number of days. Use a form such as 90d.`,
  );
}
