import type { FirstAdminState } from "../../people/identity/setup/set-up-hq.ts";

/** What a person is told about the first admin, if there is something to tell. */
export function renderAdminState(admin: FirstAdminState, baseUrl: string): string | undefined {
  switch (admin.kind) {
    case "present":
      return undefined;
    case "created":
      return `Created the admin ${admin.email}.`;
    case "link":
      return `Open this link within 24 hours to make the first admin; it works once:\n  ${setupUrl(admin.token, baseUrl)}`;
  }
}

export function setupUrl(token: string, baseUrl: string): string {
  return `${baseUrl}/setup/${token}`;
}
