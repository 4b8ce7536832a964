import { z } from "zod";
import { instanceAdmin } from "../../../api/policy.ts";
import { defineRoute, nothing, type Route } from "../../../api/route.ts";
import type { Identity } from "../identity.ts";
import { disableUser, enableUser } from "./disable-user.ts";
import { type User, listUsers } from "./users.ts";

/** A person as answers show one. */
export const personAnswer: z.ZodType<User, User> = z
  .object({ id: z.string(), email: z.string(), name: z.string(), instanceAdmin: z.boolean() })
  .meta({ id: "Person" });

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

/** `/users`: for admins of the instance. */
export function userRoutes(identity: Identity): readonly Route[] {
  const { database } = identity;
  return [
    defineRoute({
      method: "get",
      path: "/users",
      id: "listUsers",
      summary: "Everybody with an account on this instance",
      policy: instanceAdmin,
      input: {},
      answer: z.object({ users: z.array(userAnswer) }),
      handle: async () => ({ body: { users: [...(await listUsers(database))] } }),
    }),
    defineRoute({
      method: "patch",
      path: "/users/{id}",
      id: "updateUser",
      summary: "Shuts a person out, or lets them in again",
      policy: instanceAdmin,
      input: {
        params: z.object({ id: z.string() }),
        body: z.strictObject({ disabled: z.boolean() }),
      },
      audit: { event: "user.changed" },
      sensitive: true,
      answer: nothing,
      handle: async ({ params, body }) => {
        if (body.disabled) await disableUser(database, params.id, identity);
        else await enableUser(database, params.id);
        return { body: undefined };
      },
    }),
  ];
}
