import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { verifyWebhook } from "@loam/cms-core/webhook";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { accessibilityProblems } from "../support/browser/audit-page.ts";
import { launchChromium } from "../support/browser/chromium.ts";
import { type EditorHq, startEditorHq } from "../support/browser/editor-hq.ts";
import { type EditorWindow, editorWindow } from "../support/browser/editor-window.ts";
import { LOOKS } from "../support/browser/visit-page.ts";
import {
  answerOk,
  answerWith,
  type Received,
  startReceiver,
} from "../support/hq/webhook-receiver.ts";

const run = promisify(execFile);

let hq: EditorHq;
let browser: Browser;
let editor: EditorWindow;
beforeAll(async () => {
  hq = await startEditorHq();
  browser = await launchChromium();
  editor = editorWindow(browser, hq);
});
afterAll(async () => {
  await browser.close();
  await hq.close();
});

const open = (path: string): Promise<Page> => editor.open(`/sites/${hq.siteId}/delivery/${path}`);
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });

/** Returns everything a page holds: its content and the browser's storage. */
async function keptIn(page: Page): Promise<string> {
  const stored = "JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href])";
  return `${await page.content()}${String(await page.evaluate(stored))}`;
}

const publish = async (slug: string): Promise<void> => {
  const path = { site: hq.siteId, api_id: "posts", id: hq.posts.get(slug) ?? "" };
  const one = "/sites/{site}/types/{api_id}/entries/{id}/publish";
  const { error } = await hq.api.POST(one, { params: { path } });
  if (error !== undefined) throw new Error(error.detail);
};

/** Publishes a change. */
const publishAnew = async (slug: string): Promise<void> => {
  const path = { site: hq.siteId, api_id: "posts", id: hq.posts.get(slug) ?? "" };
  const body = { fields: { day: "2026-04-01" } };
  await hq.api.PATCH("/sites/{site}/types/{api_id}/entries/{id}", { params: { path }, body });
  await publish(slug);
};

const index = (): string => `${hq.hqUrl}/public/${hq.siteId}/api/index.json`;

test("requires a payment method to publish and stops when publishing is turned off", async () => {
  const page = await open("");
  await page.getByText("Publishing is off", { exact: true }).waitFor();
  expect(await editor.faults()).toEqual([]);
  await page.getByLabel("Payment method").first().fill("Invoice to the press office");
  await button(page, "Turn on publishing").click();
  await page.getByText("Publishing is on", { exact: true }).first().waitFor();
  await page.getByText("Invoice to the press office").waitFor();
  await publish("rain");
  const ofSite = { path: { site: hq.siteId } };
  const begun = { apiId: "begun", kind: "list" as const, label: "Begun", fields: [] };
  await hq.api.POST("/sites/{site}/types", { params: ofSite, body: begun });
  onTestFinished(async () => {
    const params = { path: { ...ofSite.path, api_id: "begun" } };
    await hq.api.DELETE("/sites/{site}/types/{api_id}", { params });
  });
  await page.getByRole("navigation").getByText("Begun").first().waitFor();
  await page.getByRole("link", { name: "URLs" }).click();
  await page.getByText(index(), { exact: true }).waitFor();
  expect(await page.getByText("/begun").count()).toBe(0);
  await button(page, `Copy Posts: ${hq.hqUrl}/public/${hq.siteId}/api/posts.json`).click();
  const copied = String(await page.evaluate("navigator.clipboard.readText()"));
  const posts: unknown = await (await fetch(copied)).json();
  expect(posts).toMatchObject({ contents: [{ slug: "rain" }], totalCount: 1 });

  await page.getByRole("link", { name: "Publishing" }).click();
  await button(page, "Turn off publishing…").click();
  const dialog = page.getByRole("dialog", { name: "Turn off publishing for Field notes?" });
  await dialog.getByText(/removed immediately and return 404/).waitFor();
  expect(await editor.faults()).toEqual([]);
  await dialog.getByRole("button", { name: "Turn off publishing" }).click();
  await dialog.waitFor({ state: "detached" });
  expect((await fetch(index())).status).toBe(404);
  await button(page, "Turn on publishing").click();
  await page.getByText("Publishing is on", { exact: true }).first().waitFor();
  expect((await fetch(copied)).status).toBe(200);
  expect(await editor.faults()).toEqual([]);
});

const read = (key: string, draftKey = ""): Promise<Response> =>
  fetch(`${hq.hqUrl}/api/public/cms/${hq.siteId}/posts?draftKey=${draftKey}`, {
    headers: { "X-CMS-API-KEY": key },
  });

describe("keys", () => {
  test("shows an API key once and refuses it after revocation", async () => {
    const page = await open("keys");
    await button(page, "Create API key").click();
    await page.getByText("This field is required.").waitFor();
    await page.getByLabel("Key name").fill("Build of the blog");
    await button(page, "Create API key").click();
    const key = (await page.getByText(/^loam_read_\w+$/).textContent()) ?? "";
    expect(await editor.faults()).toEqual([]);
    expect((await read(key)).status).toBe(200);
    await button(page, "I’ve saved it").click();
    expect(await keptIn(page)).not.toContain(key);
    await page.reload();
    await page.getByText(/Last used/).waitFor();
    expect(await keptIn(page)).not.toContain(key);

    await button(page, "Revoke Build of the blog").click();
    const dialog = page.getByRole("dialog", { name: "Revoke the API key Build of the blog?" });
    expect(await editor.faults()).toEqual([]);
    await dialog.getByRole("button", { name: "Revoke" }).click();
    await page.getByText("1 revoked key").waitFor();
    await expect.poll(async () => (await read(key)).status).toBe(401);
  });

  test("invalidates the old draft key on regeneration", async () => {
    const { data } = await hq.api.POST("/sites/{site}/keys", {
      params: { path: { site: hq.siteId } },
      body: { name: "Preview" },
    });
    const page = await open("keys");
    await button(page, "Create draft key").click();
    const shown = page.getByText(/^loam_draft_\w+$/);
    const first = (await shown.textContent()) ?? "";
    const drafts: unknown = await (await read(data?.key ?? "", first)).json();
    expect(drafts).toMatchObject({ totalCount: 3 });
    await button(page, "I’ve saved it").click();
    await button(page, "Regenerate…").click();
    const dialog = page.getByRole("dialog", { name: "Regenerate the draft key?" });
    await dialog.getByText(/All shared preview links/).waitFor();
    expect(await editor.faults()).toEqual([]);
    await dialog.getByRole("button", { name: "Regenerate" }).click();
    await dialog.waitFor({ state: "detached" });
    const second = (await shown.textContent()) ?? "";
    expect([(await read(data?.key ?? "", first)).status, second === first]).toEqual([401, false]);
    expect(await keptIn(page)).not.toContain(first);

    // Users who can see drafts see them whether or not publishing is on.
    const publishing = "/sites/{site}/publishing";
    await hq.api.PUT(publishing, { params: ofSite(), body: { enabled: false } });
    const statuses = [
      (await read(data?.key ?? "", second)).status,
      (await read(data?.key ?? "")).status,
    ];
    await hq.api.PUT(publishing, { params: ofSite(), body: { enabled: true } });
    expect(statuses).toEqual([200, 404]);
  });
});

const ofSite = () => ({ path: { site: hq.siteId } });

/** Creates a webhook over the API and returns its id. */
async function makeWebhook(body: { readonly url: string; readonly name: string }): Promise<string> {
  const { data } = await hq.api.POST("/sites/{site}/webhooks", { params: ofSite(), body });
  return data?.id ?? "";
}

function verified(request: Received | undefined, secret: string): unknown {
  const { headers = {}, body = Buffer.alloc(0) } = request ?? {};
  const at = new Date(Number(headers["webhook-timestamp"]) * 1000);
  return verifyWebhook({ secret, headers, body: body.toString(), now: () => at });
}

/** Returns the headers that identify a delivery. */
function signs(request: Received | undefined): Record<string, unknown> {
  const names = ["x-cms-signature", "webhook-id", "webhook-signature", "x-cms-delivery"];
  return Object.fromEntries(names.map((name) => [name, request?.headers[name]]));
}

describe("a webhook", () => {
  test("reports a refused URL at its input", async () => {
    const page = await open("webhooks");
    await button(page, "Add webhook").click();
    const dialog = page.getByRole("dialog");
    const address = dialog.getByLabel("URL");
    await address.fill("https://169.254.169.254/latest");
    await dialog.getByRole("button", { name: "Create webhook" }).click();
    await dialog.getByText("The URL is not on the public internet.").waitFor();
    expect(await address.getAttribute("aria-invalid")).toBe("true");
    await address.fill("https://hooks.example.com/");
    await dialog.getByText("The URL is not on the public internet.").waitFor({
      state: "detached",
    });
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test("is created with a secret shown only once and tested", async () => {
    const receiver = await startReceiver((response) => {
      response.writeHead(200, { "content-type": "application/json" }).end('{"note":"<b>hi</b>"}');
    });
    onTestFinished(() => receiver.close());
    const page = await open("webhooks");
    await button(page, "Add webhook").click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Create webhook" }).click();
    await dialog.getByText("Enter a URL that starts with https://.").waitFor();
    await dialog.getByLabel("URL").fill("javascript:alert(1)");
    await dialog.getByRole("button", { name: "Create webhook" }).click();
    await dialog.getByText("Enter a URL that starts with https://.").waitFor();
    expect(await editor.faults()).toEqual([]);
    await dialog.getByLabel("Name").fill("Rebuild <i>the blog</i>");
    await dialog.getByLabel("URL").fill(receiver.url);
    await dialog.getByText("An entry is published").click();
    await dialog.getByRole("button", { name: "Create webhook" }).click();
    const secret = (await dialog.getByText(/^whsec_/).textContent()) ?? "";
    expect(await editor.faults()).toEqual([]);
    await dialog.getByRole("button", { name: "I’ve saved it" }).click();
    await page.getByRole("heading", { name: "Rebuild <i>the blog</i>" }).waitFor();
    expect(await keptIn(page)).not.toContain(secret);

    await button(page, "Send test").click();
    await page.getByText("The endpoint responded with 200.").waitFor();
    // The endpoint's response is displayed as text.
    await page.getByText('"<b>hi</b>"').first().waitFor();
    expect(await editor.faults()).toEqual([]);
    expect(verified(receiver.received[0], secret)).toMatchObject({ test: true });
  });

  test("shows failed deliveries, copies them as commands, and redelivers them", async () => {
    const receiver = await startReceiver(answerWith(502));
    onTestFinished(() => receiver.close());
    const id = await makeWebhook({ url: receiver.url, name: "Deploy" });
    await publish("frost");
    await receiver.arrived(1);
    const page = await open(`webhooks/${id}`);
    await button(page, /502.*Frost in the furrow/).click();
    await page.getByText("Request").waitFor();
    expect(await editor.faults()).toEqual([]);
    await button(page, "Copy as cURL").click();
    const command = String(await page.evaluate("navigator.clipboard.readText()"));
    receiver.answer = answerOk;
    await run("sh", ["-c", command]);
    await receiver.arrived(2);
    const [sent, repeated] = receiver.received;
    expect(repeated?.body).toEqual(sent?.body);
    expect(repeated?.headers).toMatchObject(signs(sent));

    await button(page, "Redeliver").click();
    await button(page, /204.*Frost in the furrow/).waitFor();
    const [, , again] = receiver.received;
    expect(again?.headers["x-cms-delivery"]).toBe(sent?.headers["x-cms-delivery"]);
    expect(await editor.faults()).toEqual([]);
  });

  test("explains why it was disabled and redelivers failures when enabled", async () => {
    const receiver = await startReceiver(answerWith(410));
    onTestFinished(() => receiver.close());
    const id = await makeWebhook({ url: receiver.url, name: "Search index" });
    await publish("it-s-spring");
    await receiver.arrived(1);
    const page = await open(`webhooks/${id}`);
    await page.getByText("Disabled: the endpoint returned 410 Gone.").waitFor();
    await page.getByText("1 earlier delivery failed and can be redelivered.").waitFor();
    expect(await editor.faults()).toEqual([]);
    receiver.answer = answerOk;
    await button(page, "Enable and redeliver 1").click();
    await page.getByRole("button", { name: /204.*It's spring/ }).waitFor();

    await button(page, "More webhook actions").click();
    await page.getByRole("menuitem", { name: "Disable" }).click();
    await page
      .getByText(/Disabled by/)
      .first()
      .waitFor();
    await button(page, "More webhook actions").click();
    await page.getByRole("menuitem", { name: "Delete…" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete the webhook Search index?" });
    await dialog.getByRole("button", { name: "Delete webhook" }).click();
    await dialog.waitFor({ state: "detached" });
    const { data } = await hq.api.GET("/sites/{site}/webhooks", { params: ofSite() });
    expect(data?.webhooks.map(({ name }) => name)).not.toContain("Search index");
  });

  test("redelivers failures of a time range", async () => {
    const receiver = await startReceiver(answerWith(410));
    onTestFinished(() => receiver.close());
    const id = await makeWebhook({ url: receiver.url, name: "Range" });
    const one = { path: { site: hq.siteId, id } };
    await publishAnew("rain");
    await receiver.arrived(1);
    const enabled = { enabled: true };
    await expect
      .poll(async () => (await hq.api.GET("/sites/{site}/webhooks/{id}", { params: one })).data)
      .toMatchObject({ enabled: false });
    await hq.api.PATCH("/sites/{site}/webhooks/{id}", { params: one, body: enabled });
    receiver.answer = answerOk;
    const page = await open(`webhooks/${id}`);
    await button(page, "Redeliver failed…").click();
    const dialog = page.getByRole("dialog", { name: "Redeliver failed deliveries" });
    expect(await editor.faults()).toEqual([]);
    await dialog.getByRole("button", { name: "Redeliver" }).click();
    await dialog.getByText("Redelivering 1 delivery.").waitFor();
    await receiver.arrived(2);
  });
});

test.each(LOOKS)("fits and works on every section in $name", async (look) => {
  for (const part of ["publishing", "addresses", "keys", "webhooks", "explorer", "usage"]) {
    const page = await editor.open(`/sites/${hq.siteId}/delivery/${part}`, look);
    await page.getByRole("navigation", { name: "Delivery" }).waitFor();
    await page.locator("main nav + *").waitFor();
    expect(await editor.faults()).toEqual([]);
  }
});

// Last, because a proof of identity ends the window's original session.
test("delivers entry.published for the first entry of a new type", async () => {
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  await makeWebhook({ url: receiver.url, name: "First" });
  const page = await editor.open(`/sites/${hq.siteId}/new-type`);
  await page.getByLabel("Label").fill("Events");
  await button(page, "Create content type").click();
  await button(page, /^Text One line/).click();
  await page.getByLabel("Label", { exact: true }).fill("Title");
  await page.keyboard.press("Control+s");
  await page.getByRole("link", { name: "Create entry in Events" }).click();
  await page.getByRole("textbox", { name: /^Title/ }).fill("Night of the moles");
  await page.keyboard.press("Control+s");
  await page.waitForURL(/\/entries\/events\/e\w+$/);
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
  await page.getByText("No unpublished changes.").waitFor();
  const file = `${hq.hqUrl}/public/${hq.siteId}/api/events/night-of-the-moles.json`;
  expect(await (await fetch(file)).json()).toMatchObject({ title: "Night of the moles" });
  const told = (): unknown[] => receiver.received.map(({ body }) => JSON.parse(String(body)));
  await expect.poll(told).toContainEqual(
    expect.objectContaining({
      event: "entry.published",
      content_type: "events",
      entry_slug: "night-of-the-moles",
    }),
  );
  expect(editor.problems).toEqual([]);
});

test("asks for a recent proof of identity in place", async () => {
  hq.wait(11 * 60_000);
  const page = await open("keys");
  await page.getByLabel("Key name").fill("After a break");
  await button(page, "Create API key").click();
  const proof = page.getByRole("dialog", { name: "Confirm it’s you" });
  await proof.getByLabel("Password").fill(hq.password);
  await proof.getByRole("button", { name: "Continue" }).click();
  const key = (await page.getByText(/^loam_read_\w+$/).textContent()) ?? "";
  expect((await read(key)).status).toBe(200);
});
