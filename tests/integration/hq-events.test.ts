import { createSite, findWorkspace, type RunningHq } from "@loam/hq";
import { expect, test } from "vitest";
import type { Browser } from "../support/browser/browser.ts";
import { startPeople } from "../support/hq/hq-people.ts";

/** Creates a site in the first workspace. */
async function makeSite({ hq, sites }: RunningHq): Promise<string> {
  const { id: workspaceId } = await findWorkspace(hq.database, undefined);
  await hq.database.updateTable("workspaces").set({ cms_enabled: 1 }).execute();
  const admin = await hq.database.selectFrom("users").select("id").executeTakeFirstOrThrow();
  const created_at = "2026-11-20T09:30:00.000Z";
  const owner = {
    workspace_id: workspaceId,
    user_id: admin.id,
    role: "owner",
    created_at,
  } as const;
  await hq.database
    .insertInto("members")
    .values(owner)
    .onConflict((at) => at.doNothing())
    .execute();
  const { id } = await createSite(hq, { name: "Blog", workspaceId });
  await sites.follow(id);
  return id;
}

function cookieOf({ cookies }: Browser): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
}

test("an event stream ends with its session and with the server (AUT-10, OPS-03)", async () => {
  const people = await startPeople();
  const path = `/api/manage/sites/${await makeSite(people.hq)}/events`;
  const open = async (cookie: string) =>
    fetch(new URL(path, people.hq.url), { headers: { cookie } });

  expect((await open("")).status).toBe(401);
  const browser = await people.signedIn();
  const stays = await open(cookieOf(await people.signedIn()));
  const ends = await open(cookieOf(browser));
  expect([stays.status, ends.status]).toEqual([200, 200]);
  expect((await browser.ask("DELETE", "/api/manage/session")).status).toBe(204);
  // It resolves when the stream ends; nothing else ends it.
  expect(await ends.text()).toContain("event: ready");

  const closing = people.hq.close();
  expect(await stays.text()).toContain("event: ready");
  await closing;
});
