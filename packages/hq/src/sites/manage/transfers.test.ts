import { expect, test } from "vitest";
import { startManagedHq } from "../../server/manage-api.fixture.ts";

test("an offer of a site ends with the right to it of who made it (ZIP-12, AUT-10)", async () => {
  const hq = await startManagedHq();
  const { database, now } = hq.services.hq;
  const made = await hq.ask("admin", "POST", "/workspaces/main/sites", { body: { name: "Blog" } });
  const site = `/sites/${String(made.body["id"])}`;
  await hq.addWorkspace("client", await hq.addPerson("zoe"));
  const { userId } = await hq.addPerson("manager", "admin");
  const body = { workspace: "client" };
  const offer = await hq.ask("manager", "POST", `${site}/transfer`, { body });
  const accept = `${site}/transfers/${String(offer.body["id"])}/accept`;

  const manager = database.updateTable("users").where("id", "=", userId);
  await manager.set({ disabled_at: now().toISOString() }).execute();
  expect((await hq.ask("zoe", "POST", accept)).status).toBe(404);

  await manager.set({ disabled_at: null }).execute();
  await hq.ask("admin", "DELETE", `/workspaces/main/members/${userId}`);
  expect((await hq.ask("zoe", "POST", accept)).status).toBe(404);
  expect((await hq.ask("admin", "GET", site)).status).toBe(200);
});
