import { createManagementClient, type ManagementClient } from "@loam/hq/client";
import type { Page } from "playwright-core";
import type { DemoUnderTest } from "./demo-under-test.ts";

/** Opens an address of the editor, and signs in as its first person. */
export async function signInToEditor(
  page: Page,
  { hqUrl, email, password }: DemoUnderTest,
  address = "/",
): Promise<void> {
  await page.goto(`${hqUrl}${address}`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("navigation").first().waitFor();
}

/** The management API in a session of its own, as another browser has it. */
export async function managementSession({
  hqUrl,
  email,
  password,
}: DemoUnderTest): Promise<ManagementClient> {
  const answer = await fetch(`${hqUrl}/api/manage/session`, {
    method: "POST",
    headers: { origin: hqUrl, "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  const session: unknown = await answer.json();
  if (typeof session !== "object" || session === null || !("csrfToken" in session)) {
    throw new Error(`signing in was answered ${answer.status}`);
  }
  const { csrfToken } = session;
  const cookie = answer.headers
    .getSetCookie()
    .map((text) => text.split(";", 1)[0])
    .join("; ");
  return createManagementClient({
    baseUrl: hqUrl,
    csrfToken: () => String(csrfToken),
    fetch: (request) => {
      request.headers.set("cookie", cookie);
      request.headers.set("origin", hqUrl);
      return fetch(request);
    },
  });
}
