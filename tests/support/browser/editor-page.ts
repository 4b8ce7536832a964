import { randomUUID } from "node:crypto";
import { createManagementClient, type ManagementClient } from "@loam/hq/client";
import type { Page } from "playwright-core";
import type { DemoUnderTest } from "../demo/demo-under-test.ts";
import { beginSession } from "./begin-session.ts";

/** Whose HQ it is, and a session at it. */
export type EditorDemo = Pick<DemoUnderTest, "hqUrl" | "session">;

/**
 * Opens an address of the editor as its first person, in the session that all tests share. Whoever ends a session or
 * proves who they are begins one of their own.
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

/** Opens an address of the editor in a new session, by the form that asks for it. */
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

/** The management API as the demo's first person uses it from a browser. */
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
  /** In the workspace of the demo. */
  readonly role: "admin" | "member";
}

/** Somebody else of the demo's workspace, signed in. */
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
  return { ...person, session: await beginSession(person) };
}

/**
 * A copy of the demo's site, for the tests of one file: what they do there changes nothing that others look at, moves
 * nothing while they click, and counts for no other's writes of a minute.
 */
export async function siteToWriteIn(demo: DemoUnderTest): Promise<string> {
  const hq = managementSession(demo);
  const { data: workspaces } = await hq.GET("/workspaces");
  for (const { id: ws } of workspaces?.workspaces ?? []) {
    // The free plan has room for two.
    await hq.PUT("/workspaces/{ws}/plan", { params: { path: { ws } }, body: { plan: "team" } });
  }
  const { data, error } = await hq.POST("/sites/{site}/duplicate", {
    params: { path: { site: demo.siteId } },
    body: { name: `Written in ${randomUUID()}` },
  });
  if (data === undefined) throw new Error(error.detail);
  return data.id;
}
