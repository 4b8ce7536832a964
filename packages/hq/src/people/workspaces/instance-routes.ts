import { z } from "zod";
import { instanceAdmin } from "../../api/policy.ts";
import { defineRoute, type Route } from "../../api/route.ts";
import { authorAnswer, planName, usageAnswer } from "../../api/shared-answers.ts";
import type { ControlDatabase } from "../../platform/db/database.ts";
import type { Hq } from "../../platform/hq.ts";
import { readCmsRequests } from "./cms-requests.ts";
import { cmsRequestAnswer } from "./feature-routes.ts";
import { readAllUsage } from "./usage.ts";
import { listWorkspaces } from "./workspaces.ts";

const instanceWorkspace = z
  .object({
    id: z.string(),
    slug: z.string(),
    name: z.string(),
    createdAt: z.string(),
    plan: planName,
    cms: z.boolean(),
    hasPaymentMethod: z.boolean(),
    members: z.int(),
    owners: z.array(authorAnswer),
    sites: usageAnswer,
    mediaBytes: usageAnswer,
    request: cmsRequestAnswer.exactOptional(),
  })
  .meta({ id: "InstanceWorkspace" });

/** `/instance/workspaces`: for instance admins. Doesn't give access to content. */
export function instanceRoutes({ hq }: { readonly hq: Hq }): readonly Route[] {
  return [
    defineRoute({
      method: "get",
      path: "/instance/workspaces",
      id: "listInstanceWorkspaces",
      summary: "List the workspaces of the instance. Contains owners, content, usage, and requests",
      policy: instanceAdmin,
      input: {},
      answer: z.object({ workspaces: z.array(instanceWorkspace) }),
      handle: async () => ({ body: { workspaces: await describeAll(hq) } }),
    }),
  ];
}

async function describeAll({ database, config }: Hq): Promise<z.input<typeof instanceWorkspace>[]> {
  const workspaces = await listWorkspaces(database);
  const usage = await readAllUsage(database, workspaces, config);
  const requests = await readCmsRequests(database, "all");
  const people = await peopleOfAll(database);
  return workspaces.flatMap(({ paymentMethod, ...workspace }) => {
    const request = requests.get(workspace.id);
    const uses = usage.get(workspace.id);
    if (uses === undefined) return [];
    return Object.assign(
      {
        hasPaymentMethod: paymentMethod !== undefined,
        members: people.get(workspace.id)?.members ?? 0,
        owners: people.get(workspace.id)?.owners ?? [],
        ...uses,
        ...(request !== undefined && { request }),
      },
      workspace,
    );
  });
}

interface PeopleOfOne {
  members: number;
  readonly owners: { name: string; email: string }[];
}

async function peopleOfAll(database: ControlDatabase): Promise<ReadonlyMap<string, PeopleOfOne>> {
  const rows = await database
    .selectFrom("members")
    .innerJoin("users", "users.id", "members.user_id")
    .select(["members.workspace_id", "members.role", "users.name", "users.email"])
    .orderBy("users.email")
    .execute();
  const people = new Map<string, PeopleOfOne>();
  for (const { workspace_id: id, role, name, email } of rows) {
    const one = people.get(id) ?? { members: 0, owners: [] };
    people.set(id, one);
    one.members += 1;
    if (role === "owner") one.owners.push({ name, email });
  }
  return people;
}
