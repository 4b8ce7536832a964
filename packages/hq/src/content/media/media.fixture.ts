import { expect } from "vitest";
import { readUsage } from "../../people/workspaces/usage.ts";
import type { Answer } from "../../server/manage-api.fixture.ts";
import type { Person, SiteApi } from "../../server/site-api.fixture.ts";
import { grey } from "./png.fixture.ts";

export interface Part {
  readonly name: string;
  readonly value: string | Uint8Array<ArrayBuffer>;
  readonly filename?: string;
}

/** Posts a form to the media of the site. */
export async function sendForm(
  hq: SiteApi,
  parts: readonly Part[],
  as: Person = "writer",
): Promise<Answer> {
  const form = new FormData();
  for (const { name, value, filename } of parts) {
    if (typeof value === "string") form.append(name, value);
    else form.append(name, new Blob([value]), filename ?? "file");
  }
  return hq.ask("POST", "/media", { as, raw: form });
}

let shade = 0;

/** Creates an image that no other test uploads. */
export function newPicture(width = 4, height = 4): Buffer<ArrayBuffer> {
  shade += 1;
  return grey(width, height, shade);
}

/** Uploads an image. @returns its id */
export async function uploadPicture(
  hq: SiteApi,
  { file = newPicture(), filename = "cat.png", alt = "A cat" } = {},
): Promise<string> {
  const { status, body } = await sendForm(hq, [
    { name: "file", value: file, filename },
    { name: "alt", value: alt },
  ]);
  expect([status, body["errors"]]).toEqual([201, undefined]);
  return String(body["id"]);
}

/** Returns the bytes that count against the quota of the site's workspace. */
export async function usedBytes({ site, services }: SiteApi): Promise<number> {
  const { workspaceId } = site;
  const usage = await readUsage(
    services.hq.database,
    { id: workspaceId, plan: "free" },
    services.hq.config,
  );
  return usage.mediaBytes.used;
}
