import { answer, columns, type JsonOption, withJson } from "@loam/cms-core/program";
import type { Command } from "commander";
import { recordCommand } from "../../people/audit/record-command.ts";
import { invitationLink } from "../../people/identity/invitations/invitation-mail.ts";
import { createInvitation } from "../../people/identity/invitations/invitations.ts";
import {
  createPasswordReset,
  passwordResetLink,
} from "../../people/identity/password-reset/password-resets.ts";
import { createAdmin } from "../../people/identity/setup/set-up-hq.ts";
import { removeTotp } from "../../people/identity/totp/totp.ts";
import { disableUser, enableUser } from "../../people/identity/users/disable-user.ts";
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

/** `hq user create`, `list`, `invite`, `reset-password`, `reset-second-factor`, `disable` and `enable`. */
export function addUserCommands(program: Command, terminal: Terminal): void {
  const users = program.command("user").description("manage users");
  addCreate(users, terminal);
  addList(users, terminal);
  addInvite(users, terminal);
  addReset(users, terminal);
  addResetSecondFactor(users, terminal);
  addDisable(users, terminal);
}

function addCreate(users: Command, terminal: Terminal): void {
  withJson(users.command("create"))
    .description("add a user; the password is read from standard input or asked for")
    .argument("<email>")
    .option("--name <name>", "the name in commits")
    .option("--admin", "may administer the whole instance")
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
    .description("list the users of the instance")
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
    .description("print a link by which an address becomes a member of a workspace; it works once")
    .argument("<email>")
    .option("--workspace <slug>", "where there are several")
    .option("--admin", "as an admin of the workspace")
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
    .description(
      "print a link by which a user chooses another password; it works once, for an hour",
    )
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
      "remove a user's authenticator and recovery codes: the password alone signs in until they set up another",
    )
    .argument("<email>")
    .action(async (email: string, options: JsonOption) => {
      await withHq(terminal, async (hq) => {
        const { id } = await requireUser(hq.database, email);
        await recordCommand(hq, { event: "totp.removed", params: { user: id } });
        await removeTotp(hq.database, id);
      });
      const lines = [`No code is asked of ${email} any more.`];
      answer(terminal, options, { data: { email }, lines });
    });
}

function addDisable(users: Command, terminal: Terminal): void {
  withJson(users.command("disable"))
    .description("shut a user out: sessions and tokens end, what they made stays")
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
    .description("let a user in again")
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
