import { CmsError } from "@loam/cms-core";
import type { ControlDatabase } from "../platform/db/database.ts";
import type { Actor, SiteAction, WorkspaceAction } from "./permissions/permissions.ts";

/** Who asks for what: `params` are the parts of the path by name. */
export interface Caller {
  readonly actor: Actor | undefined;
  readonly params: Readonly<Record<string, string>>;
  readonly database: ControlDatabase;
}

/**
 * Who may use a route: everyone, everyone who is signed in, instance admins, or whoever the permission table allows.
 */
export type PolicyRule =
  | { readonly kind: "anyone" | "signed-in" | "in-person" | "instance-admin" }
  | { readonly kind: "workspace"; readonly action: WorkspaceAction }
  | { readonly kind: "site"; readonly action: SiteAction };

/** A rule, and what the handler behind it is given. Every route has one. */
export interface Policy<Context> {
  readonly rule: PolicyRule;
  /** @throws CmsError `not_signed_in`, `forbidden`, `site_not_found`, `not_found` */
  authorise(caller: Caller): Promise<Context>;
}

export interface ActorContext {
  readonly actor: Actor;
}

/** For what must work before a person is signed in. */
export const anyone: Policy<{ readonly actor: Actor | undefined }> = {
  rule: { kind: "anyone" },
  authorise: ({ actor }) => Promise.resolve({ actor }),
};

/** Everyone with a session, or with a token of any scope. */
export const signedIn: Policy<ActorContext> = {
  rule: { kind: "signed-in" },
  authorise: (caller) => Promise.resolve({ actor: requireActor(caller) }),
};

/** A person in a session: no token may change an account. */
export const inPerson: Policy<ActorContext> = {
  rule: { kind: "in-person" },
  authorise: (caller) => Promise.resolve({ actor: requireSession(caller) }),
};

/** An admin of the instance, in a session. */
export const instanceAdmin: Policy<ActorContext> = {
  rule: { kind: "instance-admin" },
  authorise: (caller) => {
    const actor = requireSession(caller);
    if (!actor.instanceAdmin) throw forbidden("This requires an instance admin.");
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
  throw forbidden("Tokens are not accepted for this request. Sign in instead.");
}

function forbidden(message: string): CmsError {
  return new CmsError("forbidden", message);
}
