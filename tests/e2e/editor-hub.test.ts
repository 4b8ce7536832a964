import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchChromium } from "../support/browser/chromium.ts";
import { type EditorHq, startEditorHq } from "../support/browser/editor-hq.ts";
import { type EditorWindow, editorWindow } from "../support/browser/editor-window.ts";
import { LOOKS } from "../support/browser/visit-page.ts";
import { agentMachine } from "../support/hq/agent-machine.ts";
import { skillText } from "../support/hq/skill-hub.ts";

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

const WIDE = { viewport: { width: 1440, height: 900 }, colorScheme: "light" } as const;
const HUB = "/workspaces/main";
const ofWorkspace = { path: { ws: "main" } };
const SECRET = "canary-of-the-secret";

const open = (path: string): Promise<Page> => editor.open(`${HUB}/${path}`, WIDE);
const button = (page: Page, name: string | RegExp) =>
  page.getByRole("button", typeof name === "string" ? { name, exact: true } : { name });

/** Selects an option in a list box. */
async function choose(page: Page, list: string | RegExp, option: string): Promise<void> {
  await button(page, list).last().click();
  await page.getByRole("option", { name: option }).click();
}

/** Creates a skill that needs TOKEN, a project for it, and a workspace variable. */
async function prepare(): Promise<void> {
  const script = '```sh\necho "hello {{WHO}}: $TOKEN"\necho "<b>not bold</b>"\n{{REST}}\n```';
  const text = skillText("greet", script).replace(
    "\n---\n\n",
    "\nrequires:\n  env_vars: [TOKEN]\n---\n\n",
  );
  await hq.api.POST("/workspaces/{ws}/skills", {
    params: ofWorkspace,
    body: { name: "greet", files: [{ path: "SKILL.md", text }] },
  });
  await hq.api.POST("/workspaces/{ws}/projects", {
    params: ofWorkspace,
    body: { name: "Meadow" },
  });
  for (const [key, value] of [
    ["WHO", "workspace"],
    ["REST", "echo rest"],
  ] as const) {
    const params = { path: { ...ofWorkspace.path, key } };
    await hq.api.PUT("/workspaces/{ws}/variables/{key}", { params, body: { value } });
  }
}

test("registers a worker, stores a secret, and runs a workflow with live log, cancellation, and rerun", async () => {
  await prepare();
  const machine = await agentMachine({ LOAM_HQ_URL: hq.hqUrl });
  await machine.agentCli(["worker", "init", "--agent", "shell"]);
  const page = await open("workers");
  const sent: string[] = [];
  page.on("request", (request) => sent.push(request.url() + (request.postData() ?? "")));
  await button(page, "Add worker").first().click();
  const adding = page.getByRole("dialog", { name: "Add worker" });
  await adding.getByLabel("Name").fill("Box <b>one</b>");
  await button(page, "Create token").click();
  await adding.getByText(/^Waiting for the machine to register\./).waitFor();
  expect(await editor.faults()).toEqual([]);
  const token = (await adding.locator("pre").allTextContents()).find((text) => !text.includes(" "));
  const registered = await machine.agentCli(["worker", "register", "--json"], token ?? "");
  expect(registered.err).toBe("");
  machine.startWorker();
  await adding.getByText(/is registered\. Check that this fingerprint/).waitFor();
  await page.getByRole("link", { name: "Go to worker" }).click();
  await page.getByText("Online", { exact: true }).first().waitFor();
  await page.getByText("Box <b>one</b>").first().waitFor();
  await page.getByRole("heading", { name: "Run isolation" }).waitFor();
  await page.getByText(/^(?:A run can read|Everything a run starts)/).waitFor();
  expect(await editor.faults()).toEqual([]);

  await page.goto(`${hq.hqUrl}${HUB}/skills/greet`);
  await page.getByText("Not ready on its worker").waitFor();
  await page.getByText(/^Set TOKEN as a/).waitFor();
  expect(await editor.faults()).toEqual([]);
  await page.getByRole("link", { name: "secret" }).first().click();
  await button(page, "Set secret…").first().click();
  const sealing = page.getByRole("dialog");
  await sealing.getByLabel("Name").fill("TOKEN");
  await sealing.getByRole("textbox", { name: "Value" }).fill(SECRET);
  expect(await editor.faults()).toEqual([]);
  await button(page, "Encrypt and send").click();
  await sealing.waitFor({ state: "detached" });
  await page.getByText("TOKEN", { exact: true }).waitFor();
  expect(sent.some((text) => text.includes("/secrets/TOKEN"))).toBe(true);
  expect(sent.filter((text) => text.includes(SECRET))).toEqual([]);

  await page.goto(`${hq.hqUrl}${HUB}/projects`);
  await page.getByRole("link", { name: "Meadow" }).first().click();
  await page.locator("fieldset").waitFor();
  const needs = 'getComputedStyle(document.querySelector("fieldset")).borderWidth';
  expect(await page.evaluate(needs)).toBe("0px");
  await page.getByRole("tab", { name: "Workers" }).click();
  await button(page, "Assign…").click();
  const assigning = page.getByRole("dialog");
  await choose(page, /Worker$/, "Box <b>one</b>");
  // The advisor's findings depend on this machine's load.
  await assigning
    .getByText(/^No problems found\.$|^Warning/)
    .first()
    .waitFor();
  expect(await editor.faults()).toEqual([]);
  await button(page, "Assign").click();
  await assigning.waitFor({ state: "detached" });
  await page.getByText("Engineer").first().waitFor();

  await page.goto(`${hq.hqUrl}${HUB}/workflows/new`);
  await page.getByLabel("Name").fill("Morning");
  await choose(page, /Project$/, "Meadow");
  await button(page, "Add step").click();
  await choose(page, /Skill$/, "The greet");
  await choose(page, /On failure$/, "Continue with the next step");
  await button(page, "Add input").click();
  expect(await editor.faults()).toEqual([]);
  await page.getByRole("textbox", { name: "Name" }).last().fill("REST");
  await page.getByRole("textbox", { name: "Value" }).last().fill("sleep 60");
  await button(page, "Save").click();
  await page.waitForURL(/\/workflows\/(?!new)/);
  await button(page, "Run…").click();
  const starting = page.getByRole("dialog", { name: "Run Morning" });
  await starting.getByText(/meets all requirements of greet\.$/).waitFor();
  expect(await editor.faults()).toEqual([]);
  await starting.getByRole("button", { name: "Run", exact: true }).click();
  const log = page.getByRole("log");
  await log.getByText("hello workspace: ***").waitFor();
  await log.getByText("<b>not bold</b>").waitFor();
  expect(await editor.faults()).toEqual([]);
  await page.getByText("Running", { exact: true }).first().waitFor();
  await button(page, "Cancel run").click();
  await page.getByText("Canceled.").waitFor();
  await button(page, "Run again…").click();
  await page.getByRole("dialog", { name: "Run Morning" }).waitFor();
  await page.keyboard.press("Escape");

  await page.goto(`${hq.hqUrl}${HUB}/variables`);
  await page.getByText("Worker variables override all others.").waitFor();
  await choose(page, /Worker$/, "Box <b>one</b>");
  await choose(page, /Scope$/, "Worker");
  await button(page, "New variable…").click();
  await page.getByRole("dialog").getByLabel("Name").fill("WHO");
  await page.getByRole("dialog").getByLabel("Value").fill("box");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await page.getByText("worker, overrides workspace").waitFor();
  expect(await editor.faults()).toEqual([]);

  await page.goto(`${hq.hqUrl}${HUB}/workers`);
  await page.getByRole("link", { name: "Box <b>one</b>" }).first().click();
  await page.getByRole("tab", { name: "Memory" }).click();
  for (const [text, project] of [
    ["Meadows are mown in July", "Meadow"],
    ["Ann likes short sentences", "Universal"],
  ] as const) {
    await button(page, "Add memory…").click();
    const writing = page.getByRole("dialog");
    await writing.getByLabel("Content").fill(text);
    await choose(page, /Project$/, project);
    await writing.getByRole("button", { name: "Save" }).click();
    await writing.waitFor({ state: "detached" });
  }
  await page.getByText("Ann likes short sentences").waitFor();
  expect(await page.getByText("Meadows are mown in July").count()).toBe(0);
  await choose(page, /Universal entries only/, "Meadow");
  await page.getByText("Meadows are mown in July").waitFor();
  await page.getByText("Ann likes short sentences").waitFor();
  expect(await editor.faults()).toEqual([]);
  expect(sent.filter((text) => text.includes(SECRET))).toEqual([]);
  await lookAsMember();
});

/** Checks what a member without management permissions sees. */
async function lookAsMember(): Promise<void> {
  const member = editorWindow(browser, await hq.person("Mo", "view"));
  const page = await member.open(`${HUB}/workers`, WIDE);
  await page.getByRole("link", { name: "Box <b>one</b>" }).first().waitFor();
  expect(await button(page, "Add worker").count()).toBe(0);
  await page.getByRole("link", { name: "Box <b>one</b>" }).first().click();
  await page.getByRole("tab", { name: "Secrets" }).click();
  await page.getByText("TOKEN", { exact: true }).waitFor();
  expect(await button(page, "Set secret…").count()).toBe(0);
  expect(await button(page, /^Revoke|^Rename/).count()).toBe(0);
  expect(await member.faults()).toEqual([]);
  await member.close();
}

test("compares two versions of a skill by word and explains a single one", async () => {
  const text = skillText("compared", "One way to do it.");
  const body = { files: [{ path: "SKILL.md", text }] };
  await hq.api.POST("/workspaces/{ws}/skills", {
    params: ofWorkspace,
    body: { name: "compared", ...body },
  });
  const page = await open("skills/compared/versions");
  await page.getByText("Only one version so far.").waitFor();
  expect(await page.getByRole("radio").count()).toBe(0);
  expect(await editor.faults()).toEqual([]);
  await hq.api.PUT("/workspaces/{ws}/skills/{name}", {
    params: { path: { ...ofWorkspace.path, name: "compared" } },
    body: { files: [{ path: "SKILL.md", text: text.replace("One way", "Another way") }] },
  });
  await page.reload();
  await page.getByText("Another", { exact: true }).waitFor();
  expect(await editor.faults()).toEqual([]);
});

test("resolves conflicts in the same lines of a skill by keyboard", async () => {
  const name = "shared";
  const path = { ...ofWorkspace.path, name };
  const save = async (prompt: string) => {
    const files = [{ path: "SKILL.md", text: skillText(name, prompt) }];
    await hq.api.PUT("/workspaces/{ws}/skills/{name}", { params: { path }, body: { files } });
  };
  await save("One way to do it.");
  const page = await open(`skills/${name}`);
  const prompt = page.getByRole("textbox", { name: "Prompt" });
  await prompt.click();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type(" So I do it.");
  await save("One way to do it. So they do it.");
  await button(page, "Resolve conflict").click();
  const deciding = page.getByRole("dialog");
  await deciding.locator("ins").first().waitFor();
  expect(await editor.faults()).toEqual([]);
  await deciding.getByRole("radio", { name: "Edit manually" }).waitFor();
  await button(page, "Decide later").click();
});

test.each(LOOKS)("fits every part of the hub in $name", async (look) => {
  for (const part of [
    "skills",
    "workers",
    "projects",
    "workflows",
    "runs",
    "variables",
    "secrets",
  ]) {
    const page = await editor.open(`${HUB}/${part}`, look);
    await page.getByRole("main").getByRole("heading").first().waitFor();
    expect(await editor.faults()).toEqual([]);
  }
  const page = await editor.open(`${HUB}/skills/greet`, look);
  await page.getByRole("heading", { name: "Variables", exact: true }).waitFor();
  expect(await editor.faults()).toEqual([]);
  await page.goto(`${hq.hqUrl}${HUB}/workers`);
  await page.getByRole("link", { name: "Box <b>one</b>" }).first().click();
  await page.getByRole("heading", { name: "Run isolation" }).waitFor();
  expect(await editor.faults()).toEqual([]);
  await page.goto(`${hq.hqUrl}${HUB}/runs`);
  await page.getByRole("main").getByRole("link", { name: "Morning" }).first().click();
  await page.getByRole("log").waitFor();
  expect(await editor.faults()).toEqual([]);
});
