import { expect, test } from "vitest";
import { cloneMain, commitFiles, git } from "../../support/git/git-client.ts";
import { type SiteByGit, startSiteByGit } from "../../support/git/site-by-git.ts";

const FOR_MAIN = "HEAD:refs/for/main";

async function clone(site: SiteByGit): Promise<string> {
  return cloneMain(site.remote(await site.token()));
}

function changes(site: SiteByGit, path = ""): string {
  return `/api/manage/sites/${site.siteId}/changes${path}`;
}

const PICTURE = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

async function upload(site: SiteByGit): Promise<string> {
  const form = new FormData();
  form.append("file", new File([PICTURE], "dot.png"));
  form.append("alt", "A dot");
  const url = `${site.people.hq.url}/api/manage/sites/${site.siteId}/media`;
  const headers = { authorization: `Bearer ${await site.token()}` };
  const answer = await fetch(url, { method: "POST", headers, body: form });
  return String(Object(await answer.json()).id);
}

test("opens media of a branch in its preview and side by side in the diff", async () => {
  const site = await startSiteByGit();
  const at = `/api/manage/sites/${site.siteId}`;
  await site.admin.ask("PUT", `${at}/publishing`, { body: { enabled: true } });
  const id = await upload(site);
  const folder = await clone(site);
  const [path = ""] = (await git(folder, "ls-files", "media")).stdout.split("\n");
  const record = (await git(folder, "show", `HEAD:${path}`)).stdout;
  const other = `m${"b".repeat(19)}`;
  await commitFiles(folder, {
    [path]: record.replace("alt: A dot", "alt: The same dot"),
    [`media/bb/${other}.yml`]: record.replace(id, other).replace("dot.png", "other.png"),
    "content/posts/second.md": `---\ntitle: Second\n---\n![Dot](media:${other})\n`,
  });
  const pushed = await git(folder, "push", "origin", FOR_MAIN);
  expect([pushed.ok, pushed.stderr]).toEqual([true, expect.not.stringContaining("cannot")]);

  const { body } = await site.admin.ask("GET", changes(site, "/1"));
  const media = new Map(Object(body["media"]).map((one: { id: string }) => [one.id, one]));
  expect(media.get(other)).toMatchObject({
    before: null,
    after: { filename: "other.png", mime_type: "image/png", width: 1 },
  });
  expect(media.get(id)).toMatchObject({ before: { alt: "A dot" }, after: { alt: "The same dot" } });
  const address = String(Object(media.get(other)).after.contentUrl);
  const headers = { authorization: `Bearer ${await site.token()}` };
  const shown = await fetch(address, { headers });
  const original = Buffer.from(await shown.arrayBuffer());
  expect([shown.status, shown.headers.get("content-type")]).toEqual([200, "image/png"]);
  expect((await fetch(address.replace("after", "before"), { headers })).status).toBe(404);

  const { body: made } = await site.admin.ask("POST", `${at}/keys`, { body: { name: "site" } });
  const token = await site.admin.ask("POST", changes(site, "/1/preview-token"));
  const read = `${site.people.hq.url}/api/public/cms/${site.siteId}/posts/second`;
  const answer = await fetch(`${read}?draftKey=${String(token.body["token"])}`, {
    headers: { "x-cms-api-key": String(made["key"]) },
  });
  const text = String(Object(await answer.json()).text);
  const [picture = ""] = /http[^\s")>]+/.exec(text) ?? [];
  expect(picture).toContain("/api/public/draft-media/");
  const opened = await fetch(picture);
  expect([opened.status, Buffer.from(await opened.arrayBuffer())]).toEqual([200, original]);
  await site.admin.ask("POST", changes(site, "/1/close"));
  await git(folder, "push", "origin", ":change/1-change");
  expect((await fetch(picture)).status).toBe(404);
});

test("keeps HQ's media metadata on push and allows restoring a deleted record", async () => {
  const site = await startSiteByGit();
  await upload(site);
  const folder = await clone(site);
  const [path = ""] = (await git(folder, "ls-files", "media")).stdout.split("\n");
  const record = (await git(folder, "show", `HEAD:${path}`)).stdout;
  const [sha = ""] = /\w{64}/.exec(record) ?? [];
  for (const [written, why] of [
    [record.replace(/byteSize: \d+/, "byteSize: 300000000000"), /byteSize must match the file/],
    [record.replace("image/png", "text/html"), /mimeType must match the file: image\/png\./],
    [
      record.replace("dot.png", "dot.html"),
      /The extension in filename must match the file: .png\./,
    ],
    [record.replace(sha, "b".repeat(64)), /No file with the SHA-256 b+ was uploaded/],
  ] as const) {
    await commitFiles(folder, { [path]: written });
    const refused = await git(folder, "push", "origin", "main");
    expect(refused.stderr).toMatch(why);
    expect(refused.stderr).toContain(`${path}: invalid_media_record: `);
    await git(folder, "reset", "--quiet", "--hard", "origin/main");
  }
  await commitFiles(folder, { [path]: record.replace("dot.png", "point.png") });
  expect((await git(folder, "push", "origin", "main")).ok).toBe(true);
  await git(folder, "rm", "--quiet", path);
  await git(folder, "commit", "--quiet", "--message", "Without it");
  expect((await git(folder, "push", "origin", "main")).ok).toBe(true);
  await git(folder, "revert", "--no-edit", "HEAD");
  expect((await git(folder, "push", "origin", "main")).ok).toBe(true);
});
