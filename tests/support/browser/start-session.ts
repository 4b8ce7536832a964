import type { DemoSession, DemoUnderTest } from "../demo/demo-under-test.ts";

/** Signs in without a page. */
export async function startSession({
  hqUrl,
  email,
  password,
}: Pick<DemoUnderTest, "hqUrl" | "email" | "password">): Promise<DemoSession> {
  const answer = await fetch(`${hqUrl}/api/manage/session`, {
    method: "POST",
    headers: { origin: new URL(hqUrl).origin, "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  const session: unknown = await answer.json();
  if (typeof session !== "object" || session === null || !("csrfToken" in session)) {
    throw new Error(`signing in was answered ${answer.status}`);
  }
  const cookies = answer.headers.getSetCookie().map((text) => text.split(";", 1)[0]);
  return { cookie: cookies.join("; "), csrfToken: String(session.csrfToken) };
}
