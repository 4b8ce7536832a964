import type { ControlDatabase } from "../../platform/db/database.ts";
import type { Mailer } from "../../platform/mail/mailer.ts";
import type { CmsRequest } from "./cms-requests.ts";
import type { Workspace } from "./workspaces.ts";

/** Dependencies of mail about requests. */
export interface RequestMailDeps {
  readonly database: ControlDatabase;
  readonly mailer: Mailer;
  readonly baseUrl: string;
}

interface CmsRequestInfo {
  readonly workspace: Workspace;
  readonly request: CmsRequest;
}

/** Notifies instance admins that a workspace requests the CMS. Without mail, they see it in the dashboard. */
export async function mailRequest(
  { database, mailer, baseUrl }: RequestMailDeps,
  { workspace, request }: CmsRequestInfo,
): Promise<void> {
  if (!mailer.delivers) return;
  const admins = await database
    .selectFrom("users")
    .select("email")
    .where("instance_admin", "=", 1)
    .where("disabled_at", "is", null)
    .execute();
  for (const { email } of admins) {
    mailer.post({
      to: email,
      subject: `${workspace.name} requested the CMS`,
      text: [
        `${request.requestedBy?.name ?? "Someone"} requested the CMS for the workspace ${workspace.name}.`,
        ...(request.note === "" ? [] : [request.note]),
        `Review the request: ${baseUrl}/instance/workspaces`,
      ].join("\n\n"),
    });
  }
}

/** Notifies the requester of the decision. */
export function mailDecision(
  { mailer, baseUrl }: RequestMailDeps,
  { workspace, request }: CmsRequestInfo,
): void {
  const to = request.requestedBy?.email;
  if (!mailer.delivers || to === undefined) return;
  const isDeclined = request.declinedAt !== undefined;
  mailer.post({
    to,
    subject: isDeclined ? "Your CMS request was declined" : "Your CMS request was approved",
    text: [
      isDeclined
        ? `An instance admin declined the CMS request for the workspace ${workspace.name}.`
        : `The CMS is on for the workspace ${workspace.name}. You can create its first site now.`,
      ...(request.answer === undefined || request.answer === "" ? [] : [request.answer]),
      `${baseUrl}/workspaces/${workspace.slug}/settings/general`,
    ].join("\n\n"),
  });
}
