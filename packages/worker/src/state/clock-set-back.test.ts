import { expect, test } from "vitest";
import { listDeployments, putDeployment } from "./deployments.ts";
import { addRun, listActiveRuns } from "./runs.ts";
import { temporaryState } from "./temporary-state.fixture.ts";

/** Each is earlier than the previous one. */
const TIMES = ["2026-11-20T09:30:00.000Z", "2026-11-20T07:00:00.000Z", "1970-01-01T00:00:00.000Z"];

test("starts runs in request order", async () => {
  const state = await temporaryState();
  const ids = TIMES.map((createdAt, index) => {
    const id = `run-${index}`;
    addRun(state, { id, state: "queued", request: "{}", workspaceId: "", items: "[]", createdAt });
    return id;
  });
  expect(listActiveRuns(state).map(({ id }) => id)).toEqual(ids);
});

test("lists the most recently deployed project last", async () => {
  const state = await temporaryState();
  const deploy = (projectId: string, deployedAt: string): void =>
    putDeployment(state, { projectId, name: projectId, manifest: "{}", deployedAt });
  for (const [index, at] of TIMES.entries()) deploy(["blog", "shop", "blog"][index] ?? "", at);
  expect(listDeployments(state).map(({ projectId }) => projectId)).toEqual(["shop", "blog"]);
});
