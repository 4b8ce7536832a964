import { expect, test } from "vitest";
import { startManagedHq } from "../../server/manage-api.fixture.ts";
import { createSite } from "../../sites/manage/create-site.ts";
import { storeMediaBytes, readUsage, reserveMedia } from "./usage.ts";
import { listWorkspaces } from "./workspaces.ts";

test("never exceeds the plan with concurrent uploads (MED-11)", async () => {
  const { services } = await startManagedHq();
  const { hq } = services;
  const [workspace] = await listWorkspaces(hq.database);
  if (workspace === undefined) throw new Error("There is a first workspace.");
  const workspaceId = workspace.id;
  const site = await createSite(hq, { name: "Blog", workspaceId });
  const half = 500_000_000;
  const tries = await Promise.allSettled(
    [half, half, half].map((bytes) => reserveMedia(hq.database, { workspaceId, bytes }, hq)),
  );
  expect(tries.map(({ status }) => status).toSorted()).toEqual([
    "fulfilled",
    "fulfilled",
    "rejected",
  ]);
  const [first, second] = tries.flatMap((tried) =>
    tried.status === "fulfilled" ? [tried.value] : [],
  );
  await storeMediaBytes(hq.database, site.id, half);
  await first?.release();
  await second?.release();
  expect((await readUsage(hq.database, workspace, hq.config)).mediaBytes.used).toBe(half);
  await reserveMedia(hq.database, { workspaceId, bytes: half }, hq);
  await expect(reserveMedia(hq.database, { workspaceId, bytes: 1 }, hq)).rejects.toMatchObject({
    code: "quota_exceeded",
    details: { left: 0 },
  });
});
