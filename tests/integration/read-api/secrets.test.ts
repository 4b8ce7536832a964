import { expect, onTestFinished, test } from "vitest";
import { openBrowser } from "../../support/browser/browser.ts";
import { ADMIN } from "../../support/hq/hq-people.ts";
import { type ReadApiSite, startReadApiSite } from "../../support/hq/read-api-site.ts";

const TABLES = ["users", "sessions", "personal_tokens", "sites", "read_keys", "webhooks"] as const;

/** Returns everything the database stores about secrets: digests and encrypted values. */
async function storedSecrets({ running }: ReadApiSite): Promise<readonly string[]> {
  const found: string[] = [];
  for (const table of TABLES) {
    for (const row of await running.hq.database.selectFrom(table).selectAll().execute()) {
      const secret = Object.entries(row).filter(([name]) => /hash|secret/.test(name));
      found.push(...secret.flatMap(([, value]) => value ?? []).map(String));
    }
  }
  return found.filter((value) => value.length >= 16);
}

/** Creates one of each kind of secret of a site. @returns the displayed values */
async function makeSecrets({ running, siteId }: ReadApiSite): Promise<readonly string[]> {
  const browser = openBrowser({ at: running.url });
  await browser.signIn(ADMIN.email, ADMIN.password);
  const site = `/api/manage/sites/${siteId}`;
  const made = async (method: string, path: string, body: unknown, name: string) => {
    const { body: answer } = await browser.ask(method, path, { body });
    expect(answer).toHaveProperty(name);
    return String(answer[name]);
  };
  await browser.ask("PUT", "/api/manage/workspaces/main/features", { body: { cms: true } });
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
  const token = { name: "t", scopes: ["content:read"], expiresAt };
  return [
    await made("POST", `${site}/draft-key`, {}, "draftKey"),
    await made("POST", `${site}/keys`, { name: "other" }, "key"),
    await made("POST", `${site}/webhooks`, { url: "https://hooks.example.com/" }, "secret"),
    await made("POST", "/api/manage/tokens", token, "token"),
    browser.csrfToken,
    browser.cookies.get("hq") ?? "",
    ADMIN.password,
  ];
}

/** Returns all readable URLs, with the site's ids. */
async function addresses({ running, siteId }: ReadApiSite): Promise<readonly string[]> {
  const document: unknown = await (await fetch(`${running.url}/api/manage/openapi.json`)).json();
  const names: Readonly<Record<string, string>> = { site: siteId, ws: "main", api_id: "people" };
  const managed = Object.entries<object>(Object(document).paths)
    .filter(([, methods]) => "get" in methods)
    .map(
      ([path]) => `/api/manage${path.replaceAll(/\{(\w+)\}/g, (_, name) => names[name] ?? "x")}`,
    );
  const api = [`/api/public/cms/${siteId}`, "/api/v1"].flatMap((at) =>
    ["people", "people/ada", "nope", "people?filters=x", "people?draftKey=x", "people?at=x"].map(
      (path) => `${at}/${path}`,
    ),
  );
  const files = [
    "index.json",
    "people.json",
    "people/ada.json",
    "../../hq.db",
    "people/_index.json",
  ];
  const open = ["/", "/readyz", "/healthz", "/api/manage/openapi.json", "/data/hq.db", "/setup/x"];
  return [...managed, ...api, ...files.map((file) => `/public/${siteId}/api/${file}`), ...open];
}

test("KEY-08: an API key reaches no other secrets", async () => {
  const site = await startReadApiSite({
    LOAM_ADMIN_EMAIL: ADMIN.email,
    LOAM_ADMIN_PASSWORD: ADMIN.password,
    LOAM_TRUSTED_PROXIES: "1",
  });
  onTestFinished(() => site.close());
  await site.publish(await site.save("people", "ada", { title: "Ada" }));
  const shown = await makeSecrets(site);
  const stored = await storedSecrets(site);
  expect(stored.length).toBeGreaterThan(5);
  // Secrets displayed only once are stored nowhere (KEY-07).
  for (const secret of shown) expect(stored).not.toContain(secret);

  const headers = { "x-cms-api-key": site.key, authorization: `Bearer ${site.key}` };
  let answered = 0;
  const opened: string[] = [];
  for (const [place, path] of (await addresses(site)).entries()) {
    // Each from a different IP address, because rate limiting would hide the result.
    const from = { "x-forwarded-for": `198.51.${Math.floor(place / 250)}.${place % 250}` };
    const response = await fetch(`${site.running.url}${path}`, {
      headers: { ...headers, ...from },
      redirect: "manual",
    });
    const text = JSON.stringify([...response.headers]) + (await response.text());
    if (response.ok) answered += 1;
    const leaks = [...shown, ...stored, site.key].filter((secret) => text.includes(secret));
    expect([path, leaks]).toEqual([path, []]);
    const isManaged = path.startsWith("/api/manage/") && !path.endsWith("openapi.json");
    if (isManaged && response.status !== 401) opened.push(path);
  }
  expect(answered).toBeGreaterThan(10);
  expect(opened).toEqual([]);
});
