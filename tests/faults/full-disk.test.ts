import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openBrowser } from "../support/browser/browser.ts";
import { ADMIN } from "../support/hq/hq-people.ts";
import { makeHqSite } from "../support/hq/hq-site.ts";
import { runHq } from "../support/hq/running-hq.ts";
import { faultFolder } from "./support/fault-folder.ts";
import { watchCalls } from "./support/file-calls.ts";

/** Larger than a buffer, so the upload is still in progress when the first bytes are written. */
const DOCUMENT = `%PDF-1.4\n${"% a document\n".repeat(40_000)}`;

const FORM = {
  headers: { "Content-Type": "multipart/form-data; boundary=part" },
  body: `--part\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n${DOCUMENT}\r\n--part--\r\n`,
} as const;

const POST = { body: { slug: "new", fields: { title: "New" } } } as const;

async function startBlog() {
  const folder = await faultFolder();
  const { siteId, ids } = await makeHqSite(folder);
  const env = { LOAM_ADMIN_EMAIL: ADMIN.email, LOAM_ADMIN_PASSWORD: ADMIN.password };
  const { url, hq } = await runHq({ folder, env });
  await hq.database.updateTable("sites").set({ publishing: 1 }).execute();
  const browser = openBrowser({ at: url });
  await browser.signIn(ADMIN.email, ADMIN.password);
  const ask = (method: string, path: string, options: Parameters<typeof browser.ask>[2] = {}) =>
    browser.ask(method, `/api/manage/sites/${siteId}${path}`, options);
  return { folder, ask, publish: `/types/posts/entries/${ids.get("posts/two")}/publish` };
}

/** Fails all writes from the n-th on, until the work is done. */
async function onFullDisk<T>(folder: string, at: number, work: () => Promise<T>): Promise<T> {
  const fault = { at, code: "ENOSPC", moment: "short", lasting: true } as const;
  const watch = watchCalls(join(folder, "data"), { fault });
  onTestFinished(watch.stop);
  try {
    return await work();
  } finally {
    watch.stop();
  }
}

test.each([1, 2, 3])(
  "returns 507 for saves, publishes, and uploads on a full disk without a restart (write %i)",
  async (at) => {
    const { folder, ask, publish } = await startBlog();
    const asked = [
      () => ask("POST", "/types/posts/entries", POST),
      () => ask("POST", publish),
      () => ask("POST", "/media", FORM),
    ];
    for (const send of asked) {
      expect(await onFullDisk(folder, at, send)).toMatchObject({
        status: 507,
        body: { code: "insufficient_storage", detail: expect.stringContaining("disk is full") },
      });
    }
    expect((await ask("GET", "/types/posts/entries")).body).toMatchObject({ total: 3 });
    expect((await ask("GET", "/media")).body).toMatchObject({ media: [] });
    const answers = [];
    for (const send of asked) answers.push((await send()).status);
    expect(answers).toEqual([201, 200, 201]);
  },
);

test.each([5, 6, 8])(
  "reports a disk that fills up during an upload as a server error (write %i)",
  async (at) => {
    const { folder, ask } = await startBlog();
    const answer = await onFullDisk(folder, at, () => ask("POST", "/media", FORM));
    expect(answer).toMatchObject({ status: 507, body: { code: "insufficient_storage" } });
    expect((await ask("POST", "/media", FORM)).status).toBe(201);
  },
);
