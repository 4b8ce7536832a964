import { z } from "zod";
import type { User } from "./create-user.ts";

/** A person as answers show one. */
export const personAnswer: z.ZodType<User, User> = z
  .object({ id: z.string(), email: z.string(), name: z.string(), instanceAdmin: z.boolean() })
  .meta({ id: "Person" });
