import { DemoError } from "./demo-error.ts";
import type { DemoState } from "./demo-state.ts";
import { addressesOf, runHq } from "./hq-command.ts";
import type { DemoSettings } from "./read-settings.ts";

interface Request {
  readonly method: "POST" | "PUT";
  /** Sent as JSON. */
  readonly body: unknown;
}

/** Calls the management API. @throws DemoError with HQ's error message */
export type Ask = (path: string, request: Request) => Promise<unknown>;

/** Runs work with a token of the demo's owner, and revokes it afterwards. */
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

/** Parses the response to creating a token, the only one that contains it. */
export function tokenOf(value: unknown): { readonly id: string; readonly token: string } {
  if (typeof value === "object" && value !== null && "id" in value && "token" in value) {
    return { id: String(value.id), token: String(value.token) };
  }
  throw new Error("HQ answered no token.");
}
