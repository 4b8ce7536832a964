import { randomBytes, randomUUID } from "node:crypto";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchChromium } from "../support/browser/chromium.ts";
import { type EditorHq, startEditorHq } from "../support/browser/editor-hq.ts";
import { type EditorWindow, editorWindow } from "../support/browser/editor-window.ts";
import { LOOKS } from "../support/browser/visit-page.ts";
import { skillText } from "../support/hq/skill-hub.ts";

let hq: EditorHq;
let browser: Browser;
/** Windows of an admin and a plain member. */
let admin: EditorWindow;
let member: EditorWindow;
beforeAll(async () => {
  hq = await startEditorHq();
  browser = await launchChromium();
  admin = editorWindow(browser, hq);
  member = editorWindow(browser, await hq.person("Rita", "view"));
  for (const body of ["Say hello.", "Say hello twice."]) {
    const files = [{ path: "SKILL.md", text: skillText("greet", body) }];
    const params = { path: { ws: "main", name: "greet" } };
    await hq.api.PUT("/workspaces/{ws}/skills/{name}", { params, body: { files } });
  }
  await addWorkerWithSecret("Mill");
  const params = { path: { ws: "main", key: "REGION" } };
  await hq.api.PUT("/workspaces/{ws}/variables/{key}", { params, body: { value: "north" } });
});
afterAll(async () => {
  await browser.close();
  await hq.close();
});

/** Simulates a worker with a secret by its requests to HQ. */
async function addWorkerWithSecret(name: string): Promise<void> {
  const params = { path: { ws: "main" } };
  const { data } = await hq.api.POST("/workspaces/{ws}/workers", { params, body: { name } });
  const ask = async (path: string, body: object, key = ""): Promise<Record<string, unknown>> => {
    const answer = await fetch(`${hq.hqUrl}/api/worker/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
      body: JSON.stringify(body),
    });
    return JSON.parse(await answer.text());
  };
  const publicKey = randomBytes(32).toString("base64url");
  const about = { publicKey, agent: "shell", version: "0.1.0" };
  const { key } = await ask("register", { token: data?.token, ...about });
  const facts = { secrets: [{ key: "TOKEN", workspaceId: "" }], skills: [], variables: [] };
  const poll = { instance: randomUUID(), acknowledged: 0, wait: 0, facts };
  await ask("poll", poll, String(key));
}

const HUB = "/workspaces/main";
const WIDE = { viewport: { width: 1280, height: 900 }, colorScheme: "light" } as const;
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });

test("refuses unreviewed versions on workers with secrets until someone else reviews them", async () => {
  const ada = await admin.open(`${HUB}/skills/greet`, WIDE);
  await ada.getByText("Not reviewed").first().waitFor();
  await button(ada, /^Try/).click();
  await ada.getByText(/No version of this skill is reviewed, and Mill has secrets/).waitFor();
  expect(await admin.faults()).toEqual([]);
  await ada.keyboard.press("Escape");

  // The author can't review their own version.
  await ada.goto(`${hq.hqUrl}${HUB}/skills/greet/versions`);
  await ada.getByText("Not reviewed").first().waitFor();
  expect(await button(ada, /^Mark version/).count()).toBe(0);
  const rita = await member.open(`${HUB}/skills/greet/versions?a=1&b=1`, WIDE);
  await button(rita, "Mark version 1 as reviewed").focus();
  await rita.keyboard.press("Enter");
  await rita.getByText("Reviewed by Rita").first().waitFor();
  expect(await member.faults()).toEqual([]);

  await ada.goto(`${hq.hqUrl}${HUB}/skills/greet`);
  await button(ada, /^Try/).click();
  await ada
    .getByText("Version 2 is not reviewed, and Mill has secrets. Version 1 runs instead.")
    .waitFor();
  await button(ada, "Run version 1").click();
  await ada.waitForURL(/\/runs\//);
});

test("offers no workspace variables to users who can't set them", async () => {
  const rita = await member.open(`${HUB}/variables`, WIDE);
  await rita.getByText("REGION").first().waitFor();
  expect(await button(rita, /New variable|Change|Delete/).count()).toBe(0);
  const ada = await admin.open(`${HUB}/variables`, WIDE);
  await button(ada, "New variable").waitFor();
});

test.each(LOOKS)("fits the setting and review states in $name", async (look) => {
  for (const [path, text] of [
    ["/settings/general", "Review of skills"],
    ["/skills/greet/versions", "Not reviewed"],
  ] as const) {
    const page = await admin.open(`${HUB}${path}`, look);
    await page.getByText(text).first().waitFor();
    expect(await admin.faults()).toEqual([]);
  }
});

test("lets an admin require skill reviews", async () => {
  const ada = await admin.open(`${HUB}/settings/general`, WIDE);
  await ada.getByText(/Skills need a review before they run with secrets\. Mill has/).waitFor();
  await button(ada, /Review of skills/).click();
  await ada.getByRole("option", { name: /^Never/ }).click();
  const form = ada.locator("form").filter({ has: button(ada, /Review of skills/) });
  await form.getByRole("button", { name: "Save" }).click();
  await ada.getByText("Skills need no review now.").waitFor();
  expect(await admin.faults()).toEqual([]);
});
