import { readFile, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { ManagementClient } from "@loam/hq/client";
import { readDemoState } from "../../scripts/demo/demo-state.ts";
import {
  type EditorDemo,
  invitePerson,
  managementSession,
} from "../support/browser/editor-page.ts";
import { startSession } from "../support/browser/start-session.ts";
import { newDemoFolder, startDemo } from "../support/demo/demo-process.ts";
import { freePort } from "../support/free-port.ts";

const CONTENT = resolve(import.meta.dirname, "../../content/content");

/** The time at which the demo's content is created. */
const TIME = "2026-11-20T09:00:00.000Z";
/** The time at which the images are taken. Late enough that setup duration doesn't change the relative times shown. */
export const TAKEN_AT: Date = new Date("2026-11-21T11:00:00.000Z");

export interface ImageDemo extends EditorDemo {
  readonly siteUrl: string;
  readonly siteId: string;
  readonly stop: () => Promise<void>;
}

/** Starts the demo with two users and three entries with unpublished changes. */
export async function startImageDemo(): Promise<ImageDemo> {
  const folder = await newDemoFolder();
  const [hqPort, sitePort] = [await freePort(), await freePort()];
  const env = {
    LOAM_PORT: String(hqPort),
    LOAM_SITE_PORT: String(sitePort),
    NODE_OPTIONS: `--import ${pathToFileURL(join(import.meta.dirname, "shift-clock.ts")).href}`,
    IMAGES_TIME: TIME,
    IMAGES_STARTED: String(Date.now()),
    TZ: "UTC",
  };
  const running = await startDemo({ args: ["--folder", folder], env });
  const stop = async (): Promise<void> => {
    await running.interrupt();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const state = await readDemoState(folder);
    if (state === undefined) throw new Error("The demo left no state.");
    const hqUrl = `http://127.0.0.1:${hqPort}`;
    const siteUrl = `http://127.0.0.1:${sitePort}`;
    const session = await startSession({ hqUrl, ...state });
    const demo = { hqUrl, siteUrl, siteId: state.siteId, session, stop };
    await addPeople(demo);
    return demo;
  } catch (error) {
    await stop();
    throw error;
  }
}

async function addPeople(demo: ImageDemo): Promise<void> {
  const mara = managementSession(demo);
  await mara.PATCH("/me", { body: { name: "Mara Lindqvist" } });
  const site = { path: { site: demo.siteId } };
  const previewUrl = `${demo.siteUrl}/blog/the-order-of-things`;
  await mara.PATCH("/sites/{site}", { params: site, body: { previewUrl } });
  const invited = { name: "Ann Müller", email: "ann@loam.example", role: "admin" } as const;
  const ann = managementSession(await invitePerson(demo, invited));
  await changeSummary(ann, demo, "docs/publishing");
  await changeSummary(ann, demo, "posts/a-publish-is-a-commit");
  await changeSummary(mara, demo, "posts/the-order-of-things");
}

/** Saves a new summary for a published entry. */
async function changeSummary(
  person: ManagementClient,
  { siteId }: ImageDemo,
  entry: string,
): Promise<void> {
  const file = await readFile(join(CONTENT, `${entry}.md`), "utf8");
  const valueOf = (key: string): string => new RegExp(`^${key}: (.+)$`, "m").exec(file)?.[1] ?? "";
  const [api_id = ""] = entry.split("/");
  const { error } = await person.PATCH("/sites/{site}/types/{api_id}/entries/{id}", {
    params: { path: { site: siteId, api_id, id: valueOf("id") } },
    body: { fields: { summary: `${valueOf("summary")} Read on.` } },
  });
  if (error !== undefined) throw new Error(error.detail);
}
