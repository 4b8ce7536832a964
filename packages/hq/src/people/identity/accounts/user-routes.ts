import { z } from "zod";
import { instanceAdmin } from "../../../api/policy.ts";
import { defineRoute, nothing, type Route } from "../../../api/route.ts";
import type { ControlDatabase } from "../../../platform/db/database.ts";
import type { Clock } from "../sessions/sessions.ts";
import { listUsers, setInstanceAdmin } from "../users/users.ts";
import { disableUser, enableUser } from "./disable-user.ts";

const userAnswer = z
  .object({
    id: z.string(),
    email: z.string(),
    name: z.string(),
    instanceAdmin: z.boolean(),
    createdAt: z.string(),
    disabledAt: z.string().optional(),
  })
  .meta({ id: "User" });

interface UserRoutesDeps extends Clock {
  readonly database: ControlDatabase;
}

/** `/users`: for instance admins. */
export function userRoutes(deps: UserRoutesDeps): readonly Route[] {
  const { database } = deps;
  return [
    defineRoute({
      method: "get",
      path: "/users",
      id: "listUsers",
      summary: "List all users of the instance",
      policy: instanceAdmin,
      input: {},
      answer: z.object({ users: z.array(userAnswer) }),
      handle: async () => ({ body: { users: [...(await listUsers(database))] } }),
    }),
    defineRoute({
      method: "patch",
      path: "/users/{id}",
      id: "updateUser",
      summary: "Disable or enable a user, or change whether they are an instance admin",
      policy: instanceAdmin,
      input: {
        params: z.object({ id: z.string() }),
        body: z
          .strictObject({
            disabled: z.boolean().exactOptional(),
            instanceAdmin: z.boolean().exactOptional(),
          })
          .refine((body) => Object.keys(body).length > 0, "Name what to change."),
      },
      audit: { event: "user.changed", names: ["disabled", "instanceAdmin"] },
      sensitive: true,
      answer: nothing,
      handle: async ({ params, body }) => {
        const { id } = params;
        const { disabled, instanceAdmin: isAdmin } = body;
        if (disabled === true) await disableUser(database, id, deps);
        if (disabled === false) await enableUser(database, id);
        if (isAdmin !== undefined) await setInstanceAdmin(database, { id, isAdmin });
        return { body: undefined };
      },
    }),
  ];
}
