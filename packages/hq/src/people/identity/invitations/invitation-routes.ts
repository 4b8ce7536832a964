import { z } from "zod";
import { anyone, inSession, instanceAdmin } from "../../../api/policy.ts";
import { defineRoute, nothing, type Route } from "../../../api/route.ts";
import type { ControlDatabase } from "../../../platform/db/database.ts";
import { addressKey } from "../../../platform/limits/rate-limit.ts";
import { inWorkspace } from "../../workspaces/policies.ts";
import type { SignInLimits } from "../attempts/attempt-limit.ts";
import { type PasswordPolicy, requirePasswords } from "../passwords/prove-password.ts";
import { readClient } from "../sessions/request-session.ts";
import type { Clock } from "../sessions/sessions.ts";
import { personAnswer } from "../users/users.ts";
import { type InvitationMailDeps, mailInvitation } from "./invitation-mail.ts";
import {
  acceptAsUser,
  acceptWithNewAccount,
  createInvitation,
  describeInvitation,
  hasAccount,
  listInvitations,
  requireInvitation,
  revokeInvitation,
} from "./invitations.ts";

const role = z.enum(["admin", "member"]).meta({ id: "InvitedRole" });

const invitationAnswer = z.object({
  id: z.string(),
  email: z.string(),
  workspaceId: z.string().optional(),
  role,
  invitedBy: z.string().optional(),
  createdAt: z.string(),
  expiresAt: z.string(),
});

const newInvitation = z
  .strictObject({ email: z.string().max(254), role: role.default("member") })
  .meta({ id: "NewInvitation" });

const listed = invitationAnswer.meta({ id: "Invitation" });
const created = invitationAnswer
  .extend({
    mailed: z.boolean(),
    link: z.string().optional().meta({
      description: "Link to send to the person if email is not configured; returned only once.",
    }),
  })
  .meta({ id: "CreatedInvitation" });

interface InvitationDeps extends PasswordPolicy, InvitationMailDeps, Clock {
  readonly database: ControlDatabase;
  readonly limits: Pick<SignInLimits, "links">;
}

/** `/workspaces/{ws}/invitations`, `/instance/invitations`, and `/invitations/accept` for the invited user. */
export function invitationRoutes(deps: InvitationDeps): readonly Route[] {
  return [...manageRoutes(deps), accountRoute(deps), ...acceptRoutes(deps)];
}

function manageRoutes(deps: InvitationDeps): readonly Route[] {
  const { database } = deps;
  return [
    defineRoute({
      method: "get",
      path: "/workspaces/{ws}/invitations",
      id: "listInvitations",
      summary: "List pending invitations, newest first",
      policy: inWorkspace("workspace.members"),
      input: {},
      answer: z.object({ invitations: z.array(listed) }),
      handle: async ({ workspace }) => ({
        body: { invitations: [...(await listInvitations(database, workspace.id, deps))] },
      }),
    }),
    defineRoute({
      method: "post",
      path: "/workspaces/{ws}/invitations",
      id: "invite",
      summary: "Invite someone to the workspace. Sends an email if email is configured",
      policy: inWorkspace("workspace.members"),
      input: { body: newInvitation },
      audit: { event: "invitation.created" },
      sensitive: ({ body }) => body.role === "admin",
      status: 201,
      answer: created,
      handle: async ({ actor, workspace, body }) => {
        const { invitation, token } = await createInvitation(
          database,
          { ...body, workspaceId: workspace.id, invitedBy: actor.userId },
          deps,
        );
        const from = { name: actor.name, workspace: workspace.name };
        const mailed = mailInvitation(deps, { invitation, token, from });
        return { body: { ...invitation, ...mailed } };
      },
    }),
    defineRoute({
      method: "delete",
      path: "/workspaces/{ws}/invitations/{id}",
      id: "revokeInvitation",
      summary: "Revoke an invitation",
      policy: inWorkspace("workspace.members"),
      input: { params: z.object({ id: z.string() }) },
      audit: { event: "invitation.revoked" },
      answer: nothing,
      handle: async ({ workspace, params }) => {
        const place = { id: params.id, workspaceId: workspace.id };
        await revokeInvitation(database, place, deps);
        return { body: undefined };
      },
    }),
  ];
}

/** Invites a user without a workspace, who can then create one. */
function accountRoute(deps: InvitationDeps): Route {
  const { database } = deps;
  return defineRoute({
    method: "post",
    path: "/instance/invitations",
    id: "inviteToInstance",
    summary: "Invite someone to create an account. Sends an email if email is configured",
    policy: instanceAdmin,
    input: { body: z.strictObject({ email: z.string().max(254) }) },
    audit: { event: "invitation.created" },
    status: 201,
    answer: created,
    handle: async ({ actor, body }) => {
      const { invitation, token: secret } = await createInvitation(
        database,
        { ...body, role: "member", invitedBy: actor.userId },
        deps,
      );
      const from = { name: actor.name };
      const mailed = mailInvitation(deps, { invitation, token: secret, from });
      return { body: { ...invitation, ...mailed } };
    },
  });
}

const token: z.ZodString = z.string().max(200);

function acceptRoutes(deps: InvitationDeps): readonly Route[] {
  const { database, limits } = deps;
  return [
    defineRoute({
      method: "post",
      path: "/invitations/link",
      id: "readInvitation",
      summary: "Get the invitation of a link, and whether its email address has an account",
      policy: anyone,
      input: { body: z.strictObject({ token }) },
      answer: z.object({
        email: z.string(),
        known: z.boolean().meta({
          description: "Whether the email address has an account. If so, sign in to accept.",
        }),
        workspace: z.string().optional().meta({ description: "Name of the workspace." }),
        invitedBy: z.string().optional().meta({ description: "Name of the person who sent it." }),
      }),
      handle: async ({ body, request }) => {
        const giveBack = await limits.links.take(addressKey(readClient(request).address));
        const invitation = await requireInvitation(database, body.token, deps);
        await giveBack();
        const known = await hasAccount(database, invitation);
        const names = await describeInvitation(database, invitation);
        return { body: { email: invitation.email, known, ...names } };
      },
    }),
    defineRoute({
      method: "post",
      path: "/invitations/accept",
      id: "acceptInvitation",
      summary:
        "Accept an invitation with a new account. The account gets the email address of the invitation",
      policy: anyone,
      input: {
        body: z.strictObject({
          token,
          name: z.string().trim().min(1).max(200),
          password: z.string().max(4096),
        }),
      },
      audit: { event: "invitation.accepted" },
      status: 201,
      answer: z.object({ user: personAnswer }),
      handle: async ({ body, request }) => {
        requirePasswords(deps);
        const giveBack = await limits.links.take(addressKey(readClient(request).address));
        const user = await acceptWithNewAccount(database, body, deps);
        await giveBack();
        return { body: { user }, by: { userId: user.id } };
      },
    }),
    defineRoute({
      method: "post",
      path: "/me/invitations/accept",
      id: "acceptInvitationSignedIn",
      summary: "Accept an invitation for the caller's own email address",
      policy: inSession,
      input: { body: z.strictObject({ token }) },
      audit: { event: "invitation.accepted" },
      answer: listed,
      handle: async ({ actor, body }) => {
        const user = { id: actor.userId, email: actor.email };
        return { body: await acceptAsUser(database, { token: body.token, user }, deps) };
      },
    }),
  ];
}
