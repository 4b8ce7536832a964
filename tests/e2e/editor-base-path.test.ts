import { join } from "node:path";
import { createManagementClient } from "@loam/hq/client";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchChromium } from "../support/browser/chromium.ts";
import { type EditorHq, startEditorHq } from "../support/browser/editor-hq.ts";
import { managementSession, signInByForm } from "../support/browser/editor-page.ts";
import { freePort } from "../support/free-port.ts";
import { cloneMain, commitFiles, git } from "../support/git/git-client.ts";
import { hasNginx, startPathProxy } from "../support/hq/path-proxy.ts";

const PATH = "/loam";

interface Placed {
  readonly hq: EditorHq;
  readonly origin: string;
  /** URL of HQ itself. */
  readonly direct: string;
  readonly close: () => Promise<void>;
}

/** Starts HQ behind a web server, below a path. */
async function place(strips: boolean): Promise<Placed> {
  await using opened = new AsyncDisposableStack();
  const port = await freePort();
  const hqPort = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  await startPathProxy({ port, hqPort, path: PATH, strips }, (end) => opened.defer(end));
  const hq = await startEditorHq({
    LOAM_PORT: String(hqPort),
    LOAM_BASE_URL: `${origin}${PATH}`,
    LOAM_BILLING: "none",
    LOAM_TRUSTED_PROXIES: "1",
  });
  opened.defer(hq.close);
  const stack = opened.move();
  const direct = `http://127.0.0.1:${hqPort}`;
  return { hq, origin, direct, close: () => stack.disposeAsync() };
}

const proxy = hasNginx ? "nginx" : "a proxy of these tests, since nginx is not installed";

describe.for([
  ["takes the path off", true],
  ["passes the path on", false],
] as const)(`below a path, behind ${proxy} that %s`, ([, strips]) => {
  let placed: Placed;
  let browser: Browser;
  beforeAll(async () => {
    placed = await place(strips);
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser.close();
    await placed.close();
  });

  /** Opens a page and records all requested URLs. */
  async function openPage(): Promise<{ readonly page: Page; readonly asked: string[] }> {
    const page = await browser.newPage({ locale: "en-US" });
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    page.on("pageerror", (error) => asked.push(`error: ${error.message}`));
    return { page, asked };
  }

  test("supports sign-in, screens, events, reloads, and uploads", async () => {
    const { hq, origin } = placed;
    const base = `${origin}${PATH}`;
    const { page, asked } = await openPage();
    await signInByForm(page, { ...hq, hqUrl: base }, `/sites/${hq.siteId}/entries/posts`);
    const [cookie] = await page.context().cookies(`${base}/`);
    expect(cookie).toMatchObject({ name: "hq.loam", path: PATH, httpOnly: true });
    expect(await page.context().cookies(`${origin}/other`)).toEqual([]);

    await page.getByRole("link", { name: "Media" }).first().click();
    await page.waitForURL(`${base}/sites/${hq.siteId}/media`);
    await page.goto(`${base}/sites/${hq.siteId}/entries/posts/rain`);
    await page.getByLabel("Title").fill("Rain on clay, again");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect
      .poll(async () => {
        const path = { site: hq.siteId, api_id: "posts", id: hq.posts.get("rain") ?? "" };
        const { data } = await hq.api.GET("/sites/{site}/types/{api_id}/entries/{id}", {
          params: { path },
        });
        return data?.fields["title"];
      })
      .toBe("Rain on clay, again");
    await page.reload();
    await page.getByLabel("Title").waitFor();

    await page.goto(`${base}/sites/${hq.siteId}/media`);
    const png = join(import.meta.dirname, "../../packages/hq/web/public/mark.svg");
    const sent = page.waitForResponse((answer) => answer.url().includes("/media/uploads"));
    await page.locator("input[type=file]").first().setInputFiles(png);
    expect((await sent).url()).toContain(`${base}/api/manage/`);

    await page.goto(`${base}/sites/${hq.siteId}/delivery/addresses`);
    await page.getByText(`${base}/git/${hq.siteId}.git`).waitFor();
    expect(asked.some((url) => url.includes("/events"))).toBe(true);
    expect(
      asked.filter((url) => !url.startsWith(`${base}/`) && !/^(?:blob|data):/.test(url)),
    ).toEqual([]);
    await page.context().close();
  });

  test("keeps HQ's links below the path", async () => {
    const { hq, origin } = placed;
    const base = `${origin}${PATH}`;
    const document: unknown = await (await fetch(`${base}/api/manage/openapi.json`)).json();
    expect(document).toMatchObject({ servers: [{ url: `${base}/api/manage` }] });
    const { data: all } = await hq.api.GET("/workspaces");
    const ws = { path: { ws: all?.workspaces[0]?.id ?? "" } };
    const body = { email: "cy@example.test", role: "member" } as const;
    const invited = await hq.api.POST("/workspaces/{ws}/invitations", { params: ws, body });
    expect(invited.data?.link).toMatch(new RegExp(`^${base}/invitation/`));
    const page = await fetch(invited.data?.link ?? "", { headers: { accept: "text/html" } });
    expect(await page.text()).toContain(`content="${PATH}"`);

    const site = { site: hq.siteId };
    const params = { path: { ...site, api_id: "posts", id: hq.posts.get("frost") ?? "" } };
    await hq.api.PUT("/sites/{site}/publishing", {
      params: { path: site },
      body: { enabled: true },
    });
    await hq.api.POST("/sites/{site}/types/{api_id}/entries/{id}/publish", { params });
    const index = `${base}/public/${hq.siteId}/api/index.json`;
    const listed = /"url":"([^"]+)"/.exec(await (await fetch(index)).text())?.[1] ?? "";
    expect(listed).toMatch(new RegExp(`^${base}/public/`));
    expect((await fetch(listed)).status).toBe(200);

    const key = await hq.api.POST("/sites/{site}/keys", {
      params: { path: site },
      body: { name: "test" },
    });
    const read = await fetch(`${base}/api/public/cms/${hq.siteId}/posts`, {
      headers: { "x-cms-api-key": key.data?.key ?? "" },
    });
    expect(await read.json()).toMatchObject({ totalCount: 1 });
  });

  test("supports Git clones, pushes, and live events", async () => {
    const { hq, origin } = placed;
    const base = `${origin}${PATH}`;
    const session = managementSession({ ...hq, hqUrl: base });
    const made = await session.POST("/tokens", {
      body: {
        name: "git",
        scopes: ["content:read", "content:write", "media:write", "schema:write"],
        expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
      },
    });
    const token = made.data?.token ?? "";
    const api = createManagementClient({ baseUrl: base, token });
    expect((await api.GET("/me")).data).toMatchObject({ email: hq.email });
    const events = await fetch(`${base}/api/manage/sites/${hq.siteId}/events`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const remote = base.replace("://", `://any:${token}@`);
    const folder = await cloneMain(`${remote}/git/${hq.siteId}.git`);
    await commitFiles(folder, { "content/posts/pushed.md": "---\ntitle: Pushed\n---\n" });
    const pushed = await git(folder, "push", "origin", "main");
    expect([pushed.ok, pushed.stderr]).toEqual([true, expect.stringContaining("main -> main")]);
    let text = "";
    for await (const bytes of events.body ?? []) {
      text += Buffer.from(bytes).toString();
      if (text.includes("entry.saved") || text.includes("main.changed")) break;
    }
    expect(text).toContain("event: ");
  });
});

test("distinguishes URLs that end at the path or only share its prefix", async () => {
  const { origin, direct, close } = await place(false);
  try {
    const page = { headers: { accept: "text/html" } };
    for (const path of [PATH, `${PATH}/`, `${PATH}?a=b`, "/"]) {
      expect(await (await fetch(`${direct}${path}`, page)).text()).toContain('id="app"');
    }
    // Not for other names with the same prefix.
    expect((await fetch(`${direct}${PATH}x/readyz`)).status).toBe(404);
    expect((await fetch(`${origin}/readyz`)).status).toBe(404);
  } finally {
    await close();
  }
});
