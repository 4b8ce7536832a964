import type { Actor } from "@loam/cms-core/site";
import type { User } from "../../people/identity/users/users.ts";

/** The author of a commit: the user, or HQ itself where there is none yet. */
export function siteActor(user: Pick<User, "name" | "email"> | undefined): Actor {
  return user === undefined
    ? { name: "Loam HQ", email: "hq@loam.invalid" }
    : { name: user.name, email: user.email };
}
