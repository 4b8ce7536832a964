import { answer, columns, type JsonOption, withJson } from "@loam/cms-core/program";
import { Argument, type Command } from "commander";
import { recordCommand } from "../../people/audit/record-command.ts";
import { findUser } from "../../people/identity/users/users.ts";
import {
  createWorkspace,
  findWorkspace,
  listWorkspaces,
  updateWorkspace,
} from "../../people/workspaces/workspaces.ts";
import { PLAN_NAMES, type PlanName } from "../../platform/db/tables/workspaces.ts";
import type { Terminal } from "../../platform/terminal/terminal.ts";
import { withHq, withHqReading, withNewHq } from "../../platform/terminal/with-hq.ts";
import { isWithoutBilling } from "../operate/ask-billing.ts";

interface CreateOptions extends JsonOption {
  readonly name?: string;
  readonly owner?: string;
}

/** `hq workspace create`, `list`, `cms`, and `plan`. */
export function addWorkspaceCommands(workspaces: Command, terminal: Terminal): void {
  withJson(workspaces.command("create"))
    .description("Add a workspace")
    .argument("<slug>", "Lowercase letters, digits, and hyphens")
    .option("--name <name>", "Display name")
    .option("--owner <email>", "Owner of the workspace (default: the first admin)")
    .action(async (slug: string, options: CreateOptions) => {
      const workspace = await withNewHq(terminal, async (hq) => {
        const owner = await findUser(hq.database, options.owner);
        await recordCommand(hq, { event: "workspace.created", params: { workspace: slug } });
        return createWorkspace(
          hq.database,
          {
            slug,
            ...(options.name !== undefined && { name: options.name }),
            ...(owner !== undefined && { ownerId: owner.id }),
          },
          hq,
        );
      });
      answer(terminal, options, {
        data: workspace,
        lines: [`Created workspace ${workspace.slug}.`],
      });
    });
  withJson(workspaces.command("list"))
    .description("List all workspaces")
    .action(async (options: JsonOption) => {
      const list = await withHqReading(terminal, ({ database }) => listWorkspaces(database));
      answer(terminal, options, {
        data: list,
        lines: columns(list.map(({ slug, name, id }) => [slug, name, id])),
      });
    });
  addLimitCommands(workspaces, terminal);
}

/** Settings of a workspace that instance admins control. */
function addLimitCommands(workspaces: Command, terminal: Terminal): void {
  withJson(workspaces.command("cms"))
    .description("Enable or disable the CMS for a workspace")
    .argument("<workspace>", "Slug or ID")
    .addArgument(new Argument("<state>").choices(["on", "off"]))
    .action(async (name: string, state: "on" | "off", options: JsonOption) => {
      const isOn = state === "on";
      const workspace = await withHq(terminal, async (hq) => {
        const { id, slug } = await findWorkspace(hq.database, name);
        const params = { ws: slug, cms: String(isOn) };
        await recordCommand(hq, { event: "features.changed", params });
        return updateWorkspace(hq.database, id, { cms_enabled: isOn ? 1 : 0 });
      });
      answer(terminal, options, {
        data: workspace,
        lines: [`The CMS is ${state} for ${workspace.slug}.`],
      });
    });
  if (!isWithoutBilling(terminal)) addPlanCommand(workspaces, terminal);
}

function addPlanCommand(workspaces: Command, terminal: Terminal): void {
  withJson(workspaces.command("plan"))
    .description("Change the plan of a workspace")
    .argument("<workspace>", "Slug or ID")
    .addArgument(new Argument("<plan>").choices(PLAN_NAMES))
    .action(async (name: string, plan: PlanName, options: JsonOption) => {
      const workspace = await withHq(terminal, async (hq) => {
        const { id, slug } = await findWorkspace(hq.database, name);
        await recordCommand(hq, { event: "plan.changed", params: { ws: slug, plan } });
        return updateWorkspace(hq.database, id, { plan });
      });
      answer(terminal, options, {
        data: workspace,
        lines: [`${workspace.slug} now has the plan ${plan}.`],
      });
    });
}
