import { randomUUID } from "node:crypto";
import { createManagementClient, type ManagementClient } from "@loam/hq/client";
import type { Page } from "playwright-core";
import type { DemoUnderTest } from "../demo/demo-under-test.ts";
import { startSession } from "./start-session.ts";

/** An HQ and a session. */
export type EditorDemo = Pick<DemoUnderTest, "hqUrl" | "session">;

/**
 * Opens a dashboard URL as the first user, in the session shared by all tests. Tests that end a session or prove an
 * identity must start their own.
 */
export async function signInToEditor(
  page: Page,
  { hqUrl, session }: EditorDemo,
  address = "/",
): Promise<void> {
  const cookies = session.cookie.split("; ").map((cookie) => {
    const [name = "", value = ""] = cookie.split("=", 2);
    return { name, value, url: `${hqUrl}/` };
  });
  await page.context().addCookies(cookies);
  await page.goto(`${hqUrl}${address}`);
  await page.getByRole("navigation").first().waitFor();
}

/** Opens a dashboard URL in a new session, through the sign-in form. */
export async function signInByForm(
  page: Page,
  { hqUrl, email, password }: Pick<DemoUnderTest, "hqUrl" | "email" | "password">,
  address = "/",
): Promise<void> {
  await page.goto(`${hqUrl}${address}`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("navigation").first().waitFor();
}

/** Returns a management API client of the demo's first user, as used by a browser. */
export function managementSession({ hqUrl, session }: EditorDemo): ManagementClient {
  return createManagementClient({
    baseUrl: hqUrl,
    csrfToken: () => session.csrfToken,
    fetch: (request) => {
      request.headers.set("cookie", session.cookie);
      request.headers.set("origin", new URL(hqUrl).origin);
      return fetch(request);
    },
  });
}

interface Invited {
  readonly name: string;
  readonly email: string;
  /** Role in the demo's workspace. */
  readonly role: "admin" | "member";
}

/** Creates another user of the demo's workspace, signed in. */
export async function invitePerson<Hq extends EditorDemo>(
  demo: Hq,
  { name, email, role }: Invited,
): Promise<Hq & { readonly email: string; readonly password: string }> {
  const hq = managementSession(demo);
  const password = "four brown earths deep";
  const { data: all } = await hq.GET("/workspaces");
  const ws = all?.workspaces[0]?.id ?? "";
  const invited = await hq.POST("/workspaces/{ws}/invitations", {
    params: { path: { ws } },
    body: { email, role },
  });
  if (invited.error !== undefined) throw new Error(invited.error.detail);
  const token = invited.data.link?.split("/").at(-1) ?? "";
  const anybody = createManagementClient({
    baseUrl: demo.hqUrl,
    fetch: (request) => {
      request.headers.set("origin", new URL(demo.hqUrl).origin);
      return fetch(request);
    },
  });
  const accepted = await anybody.POST("/invitations/accept", { body: { token, name, password } });
  if (accepted.error !== undefined) throw new Error(accepted.error.detail);
  const person = { ...demo, email, password };
  return { ...person, session: await startSession(person) };
}

/**
 * Copies the demo site for the tests of one file, so that their changes don't affect other tests or count toward their
 * write limits.
 */
export async function siteToWriteIn(demo: DemoUnderTest): Promise<string> {
  const hq = managementSession(demo);
  const { data: workspaces } = await hq.GET("/workspaces");
  for (const { id: ws } of workspaces?.workspaces ?? []) {
    // The free plan allows only two sites.
    await hq.PUT("/workspaces/{ws}/plan", { params: { path: { ws } }, body: { plan: "team" } });
  }
  const { data, error } = await hq.POST("/sites/{site}/duplicate", {
    params: { path: { site: demo.siteId } },
    body: { name: `Written in ${randomUUID()}` },
  });
  if (data === undefined) throw new Error(error.detail);
  return data.id;
}
