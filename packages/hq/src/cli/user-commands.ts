import type { Command } from "commander";
import { createAdmin } from "../identity/setup/setup-links.ts";
import { createUser } from "../identity/users/create-user.ts";
import { answer, type JsonOption, withJson } from "./answer.ts";
import { readPassword } from "./read-password.ts";
import type { Terminal } from "./terminal.ts";
import { withHq } from "./with-hq.ts";

interface CreateOptions extends JsonOption {
  readonly name?: string;
  readonly admin?: boolean;
}

/** `hq user create`. */
export function addUserCommands(program: Command, terminal: Terminal): void {
  const users = program.command("user").description("manage users");
  withJson(users.command("create"))
    .description("add a user; the password is read from standard input or asked for")
    .argument("<email>")
    .option("--name <name>", "as it stands in commits")
    .option("--admin", "may administer the whole instance")
    .action(async (email: string, options: CreateOptions) => {
      const password = await readPassword(terminal);
      const account = { email, password, ...(options.name && { name: options.name }) };
      const user = await withHq(terminal, ({ database, now }) =>
        options.admin === true
          ? createAdmin(database, account, { now })
          : createUser(database, { ...account, instanceAdmin: false }, { now }),
      );
      answer(terminal, options, { data: user, lines: [`Created user ${user.email}.`] });
    });
}
