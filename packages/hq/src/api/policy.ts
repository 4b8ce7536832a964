import { CmsError } from "@loam/cms-core";
import type { ControlDatabase } from "../platform/db/database.ts";
import type { Actor, SiteAction, WorkspaceAction } from "./permissions/permissions.ts";

/** The user and the request; `params` are the path parameters by name. */
export interface Caller {
  readonly actor: Actor | undefined;
  readonly params: Readonly<Record<string, string>>;
  readonly database: ControlDatabase;
}

/** Who can use a route: everyone, all signed-in users, instance admins, or according to the permission table. */
export type PolicyRule =
  | { readonly kind: "anyone" | "signed-in" | "in-person" | "instance-admin" }
  | { readonly kind: "workspace"; readonly action: WorkspaceAction }
  | { readonly kind: "site"; readonly action: SiteAction };

/** A rule and the context that it provides to the handler. Every route has one. */
export interface Policy<Context> {
  readonly rule: PolicyRule;
  /** @throws CmsError `not_signed_in`, `forbiddenError`, `site_not_found`, `not_found` */
  authorise(caller: Caller): Promise<Context>;
}

export interface ActorContext {
  readonly actor: Actor;
}

/** For requests before signing in. */
export const anyone: Policy<{ readonly actor: Actor | undefined }> = {
  rule: { kind: "anyone" },
  authorise: ({ actor }) => Promise.resolve({ actor }),
};

/** Users with a session or a token of any scope. */
export const signedIn: Policy<ActorContext> = {
  rule: { kind: "signed-in" },
  authorise: (caller) => Promise.resolve({ actor: requireActor(caller) }),
};

/** Users with a session: tokens cannot change an account. */
export const inSession: Policy<ActorContext> = {
  rule: { kind: "in-person" },
  authorise: (caller) => Promise.resolve({ actor: requireSession(caller) }),
};

/** Instance admins with a session. */
export const instanceAdmin: Policy<ActorContext> = {
  rule: { kind: "instance-admin" },
  authorise: (caller) => {
    const actor = requireSession(caller);
    if (!actor.instanceAdmin) throw forbiddenError("This requires an instance admin.");
    return Promise.resolve({ actor });
  },
};

/** @throws CmsError `not_signed_in` */
export function requireActor({ actor }: Caller): Actor {
  if (actor !== undefined) return actor;
  throw new CmsError("not_signed_in", "Not signed in. Sign in, or send a personal access token.");
}

function requireSession(caller: Caller): Actor {
  const actor = requireActor(caller);
  if (actor.credential.kind === "session") return actor;
  throw forbiddenError("Tokens are not accepted for this request. Sign in instead.");
}

function forbiddenError(message: string): CmsError {
  return new CmsError("forbidden", message);
}
