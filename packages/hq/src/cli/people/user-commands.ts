import { answer, columns, type JsonOption, withJson } from "@loam/cms-core/program";
import type { Command } from "commander";
import { recordCommand } from "../../people/audit/record-command.ts";
import { disableUser, enableUser } from "../../people/identity/accounts/disable-user.ts";
import { invitationLink } from "../../people/identity/invitations/invitation-mail.ts";
import { createInvitation } from "../../people/identity/invitations/invitations.ts";
import {
  createPasswordReset,
  passwordResetLink,
} from "../../people/identity/passwords/password-resets.ts";
import { createAdmin } from "../../people/identity/setup/set-up-hq.ts";
import { removeTotp } from "../../people/identity/totp/totp.ts";
import { createUser, requireUser, listUsers } from "../../people/identity/users/users.ts";
import { findWorkspace } from "../../people/workspaces/workspaces.ts";
import { localUrl } from "../../platform/config/config.ts";
import type { Hq } from "../../platform/hq.ts";
import { readPassword, type Terminal } from "../../platform/terminal/terminal.ts";
import { withHq, withHqReading, withNewHq } from "../../platform/terminal/with-hq.ts";

interface CreateOptions extends JsonOption {
  readonly name?: string;
  readonly admin?: boolean;
}

/** `hq user create`, `list`, `invite`, `reset-password`, `reset-second-factor`, `disable`, and `enable`. */
export function addUserCommands(users: Command, terminal: Terminal): void {
  addCreate(users, terminal);
  addList(users, terminal);
  addInvite(users, terminal);
  addReset(users, terminal);
  addResetSecondFactor(users, terminal);
  addDisable(users, terminal);
}

function addCreate(users: Command, terminal: Terminal): void {
  withJson(users.command("create"))
    .description("Add a user; the password is read from standard input or a prompt")
    .argument("<email>")
    .option("--name <name>", "Name shown in commits")
    .option("--admin", "Create the user as an instance admin")
    .action(async (email: string, options: CreateOptions) => {
      const password = await readPassword(terminal);
      const account = { email, password, ...(options.name && { name: options.name }) };
      const user = await withNewHq(terminal, async (hq) => {
        const instanceAdmin = options.admin === true;
        const params = { email, instanceAdmin: String(instanceAdmin) };
        await recordCommand(hq, { event: "user.created", params });
        return instanceAdmin
          ? createAdmin(hq.database, account, hq)
          : createUser(hq.database, { ...account, instanceAdmin }, hq);
      });
      answer(terminal, options, { data: user, lines: [`Created user ${user.email}.`] });
    });
}

function addList(users: Command, terminal: Terminal): void {
  withJson(users.command("list"))
    .description("List the users of the instance")
    .action(async (options: JsonOption) => {
      const list = await withHqReading(terminal, ({ database }) => listUsers(database));
      answer(terminal, options, {
        data: list,
        lines: columns(
          list.map(({ email, name, instanceAdmin, disabledAt }) => [
            email,
            instanceAdmin ? "admin" : "",
            disabledAt === undefined ? "" : `disabled ${disabledAt}`,
            name,
          ]),
        ),
      });
    });
}

interface InviteOptions extends JsonOption {
  readonly workspace?: string;
  readonly admin?: boolean;
}

function addInvite(users: Command, terminal: Terminal): void {
  withJson(users.command("invite"))
    .description("Print a link that invites an email address to a workspace; it works only once")
    .argument("<email>")
    .option("--workspace <slug>", "Workspace slug, needed if there are several")
    .option("--admin", "Invite as a workspace admin")
    .action(async (email: string, options: InviteOptions) => {
      const link = await withHq(terminal, async (hq) => {
        const { id: workspaceId, slug } = await findWorkspace(hq.database, options.workspace);
        const role = options.admin === true ? "admin" : "member";
        await recordCommand(hq, { event: "invitation.created", params: { ws: slug, role } });
        const { token } = await createInvitation(hq.database, { email, workspaceId, role }, hq);
        return invitationLink(baseUrlOf(hq), token);
      });
      answer(terminal, options, { data: { email, link }, lines: [link] });
    });
}

function addReset(users: Command, terminal: Terminal): void {
  withJson(users.command("reset-password"))
    .description("Print a link that lets a user set a new password; it works once, for an hour")
    .argument("<email>")
    .action(async (email: string, options: JsonOption) => {
      const link = await withHq(terminal, async (hq) => {
        const { id } = await requireUser(hq.database, email);
        await recordCommand(hq, { event: "password-reset.requested", params: { user: id } });
        return passwordResetLink(baseUrlOf(hq), await createPasswordReset(hq.database, id, hq));
      });
      answer(terminal, options, { data: { email, link }, lines: [link] });
    });
}

function addResetSecondFactor(users: Command, terminal: Terminal): void {
  withJson(users.command("reset-second-factor"))
    .description(
      "Remove a user's authenticator app and recovery codes, so that the password is enough to sign in",
    )
    .argument("<email>")
    .action(async (email: string, options: JsonOption) => {
      await withHq(terminal, async (hq) => {
        const { id } = await requireUser(hq.database, email);
        await recordCommand(hq, { event: "totp.removed", params: { user: id } });
        await removeTotp(hq.database, id);
      });
      const lines = [`${email} can now sign in without a code.`];
      answer(terminal, options, { data: { email }, lines });
    });
}

function addDisable(users: Command, terminal: Terminal): void {
  withJson(users.command("disable"))
    .description("Disable a user: ends sessions and revokes tokens, keeps the user's content")
    .argument("<email>")
    .action(async (email: string, options: JsonOption) => {
      await withHq(terminal, async (hq) => {
        const { id } = await requireUser(hq.database, email);
        await recordCommand(hq, { event: "user.changed", params: { user: id, disabled: "true" } });
        await disableUser(hq.database, id, hq);
      });
      answer(terminal, options, { data: { email, disabled: true }, lines: [`Disabled ${email}.`] });
    });
  withJson(users.command("enable"))
    .description("Enable a user again")
    .argument("<email>")
    .action(async (email: string, options: JsonOption) => {
      await withHq(terminal, async (hq) => {
        const { id } = await requireUser(hq.database, email);
        await recordCommand(hq, { event: "user.changed", params: { user: id, disabled: "false" } });
        await enableUser(hq.database, id);
      });
      answer(terminal, options, { data: { email, disabled: false }, lines: [`Enabled ${email}.`] });
    });
}

function baseUrlOf({ config: { host, port, baseUrl = localUrl(host, port) } }: Hq): string {
  return baseUrl;
}
