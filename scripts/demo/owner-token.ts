import { DemoError } from "./demo-error.ts";
import type { DemoState } from "./demo-state.ts";
import { addressesOf, runHq } from "./hq-command.ts";
import type { DemoSettings } from "./read-settings.ts";

interface Request {
  readonly method: "POST" | "PUT";
  /** Sent as JSON. */
  readonly body: unknown;
}

/** Asks the management API. @throws DemoError with what HQ refused */
export type Ask = (path: string, request: Request) => Promise<unknown>;

/** Does work with a token of the demo's owner, which ends with it. */
export async function withOwnerToken<T>(
  settings: DemoSettings,
  { email }: DemoState,
  scopes: readonly string[],
  work: (ask: Ask) => Promise<T>,
): Promise<T> {
  const made = await runHq(settings, {
    name: "make a token",
    args: ["token", "create", "--user", email, "--scopes", scopes.join(","), "--expires", "1d"],
  });
  const { id, token } = tokenOf(made);
  try {
    return await work(async (path, { method, body }) => {
      const init: RequestInit = {
        method,
        headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
        body: JSON.stringify(body),
      };
      const response = await fetch(`${addressesOf(settings).hqUrl}/api/manage${path}`, init);
      if (!response.ok) throw new DemoError(`${path}: ${await response.text()}`);
      return response.json();
    });
  } finally {
    await runHq(settings, {
      name: "end the token",
      args: ["token", "revoke", id, "--user", email],
    });
  }
}

/** What the API answers once for what was made with a token. */
export function tokenOf(value: unknown): { readonly id: string; readonly token: string } {
  if (typeof value === "object" && value !== null && "id" in value && "token" in value) {
    return { id: String(value.id), token: String(value.token) };
  }
  throw new Error("HQ answered no token.");
}
