import { expect, test } from "vitest";
import { startMailbox } from "../../../../../tests/support/hq/mailbox.ts";
import { type ManagedHq, startManagedHq } from "../../server/manage-api.fixture.ts";

const CLIENT = "/workspaces/client";
const REQUEST = `${CLIENT}/features/cms-request`;

/** Creates an HQ whose member Eva created a workspace, of which Max is a member. */
async function withClient(environment = {}): Promise<ManagedHq> {
  const hq = await startManagedHq(environment);
  const eva = await hq.addPerson("eva", "member");
  await hq.addPerson("max", "member");
  await hq.addWorkspace("client", eva);
  await hq.ask("admin", "PUT", `${CLIENT}/features`, { body: { cms: false } });
  return hq;
}

const request = async (hq: ManagedHq, note = "For the shop") =>
  hq.ask("eva", "PUT", REQUEST, { body: { note } });

test("turns on the CMS after an instance admin approves a request", async () => {
  const hq = await withClient();
  expect((await hq.ask("eva", "POST", `${CLIENT}/sites`, { body: { name: "Shop" } })).status).toBe(
    403,
  );
  const asked = { note: "For the shop", requestedBy: { name: "eva" } };
  expect((await request(hq)).body).toMatchObject(asked);
  expect((await hq.ask("eva", "GET", REQUEST)).body).toMatchObject({ request: asked });
  const listed = await hq.ask("admin", "GET", "/instance/workspaces");
  expect(listed.body).toMatchObject({
    workspaces: [{ slug: "main" }, { slug: "client", cms: false, request: asked }],
  });
  expect((await hq.ask("eva", "PUT", `${CLIENT}/features`, { body: { cms: true } })).status).toBe(
    403,
  );
  await hq.ask("admin", "PUT", `${CLIENT}/features`, { body: { cms: true } });
  expect((await hq.ask("eva", "GET", REQUEST)).body).toEqual({});
  expect((await request(hq)).body).toMatchObject({ code: "conflict" });
  expect((await hq.ask("eva", "POST", `${CLIENT}/sites`, { body: { name: "Shop" } })).status).toBe(
    201,
  );
});

test("declines, withdraws, and repeats a request", async () => {
  const hq = await withClient();
  const decline = (who: string) =>
    hq.ask(who, "POST", `${REQUEST}/decline`, { body: { answer: "Not yet" } });
  expect((await decline("admin")).status).toBe(404);
  await request(hq);
  expect((await decline("eva")).status).toBe(403);
  expect((await decline("admin")).body).toMatchObject({ answer: "Not yet" });
  expect((await decline("admin")).status).toBe(404);
  expect((await hq.ask("eva", "GET", REQUEST)).body).toMatchObject({
    request: { answer: "Not yet" },
  });
  const again = await request(hq, "Truly");
  expect(again.body).toMatchObject({ note: "Truly" });
  expect(again.body).not.toHaveProperty("declinedAt");
  expect((await hq.ask("eva", "DELETE", REQUEST)).status).toBe(204);
  expect((await hq.ask("eva", "GET", REQUEST)).body).toEqual({});
});

test("shows a request to members, who cannot create one, and hides it from others", async () => {
  const hq = await withClient();
  await request(hq);
  expect((await hq.ask("max", "GET", REQUEST)).status).toBe(404);
  expect((await hq.ask("max", "GET", "/workspaces/main/features/cms-request")).body).toEqual({});
  const main = "/workspaces/main/features/cms-request";
  expect((await hq.ask("max", "PUT", main, { body: { note: "" } })).status).toBe(403);
  expect((await hq.ask("eva", "GET", "/instance/workspaces")).status).toBe(403);
});

test("notifies instance admins of a request and the requester of the decision", async () => {
  const mailbox = await startMailbox();
  const hq = await withClient({ LOAM_SMTP_URL: mailbox.url, LOAM_MAIL_FROM: "hq@example.test" });
  await request(hq);
  const first = await mailbox.next();
  expect(first.to).toEqual(["admin@example.test"]);
  expect(first.text).toContain("For the shop");
  await hq.ask("admin", "PUT", `${CLIENT}/features`, { body: { cms: true } });
  const second = await mailbox.next();
  expect(second.to).toEqual(["eva@example.test"]);
  expect(second.text).toContain("Your CMS request was approved");
});

test("shows instance admins the plan and usage of each workspace, but no content", async () => {
  const hq = await withClient();
  await hq.ask("admin", "PUT", `${CLIENT}/plan`, { body: { plan: "starter" } });
  await hq.ask("admin", "POST", "/workspaces/main/sites", { body: { name: "Blog" } });
  await hq.ask("eva", "PUT", `${CLIENT}/payment-method`, { body: { label: "Card" } });
  const { body } = await hq.ask("admin", "GET", "/instance/workspaces");
  expect(body).toMatchObject({
    workspaces: [
      { slug: "main", members: 3, sites: { used: 1, limit: 2 }, hasPaymentMethod: false },
      {
        slug: "client",
        plan: "starter",
        members: 1,
        owners: [{ name: "eva", email: "eva@example.test" }],
        sites: { used: 0, limit: 5 },
        hasPaymentMethod: true,
      },
    ],
  });
  expect(JSON.stringify(body)).not.toContain("Card");
});

test("changes instance admins and disables users, except the last admin", async () => {
  const hq = await withClient();
  const change = (user: string, body: object) =>
    hq.ask("admin", "PATCH", `/users/${user}`, { body });
  expect((await change("u-admin", { instanceAdmin: false })).body).toMatchObject({
    code: "conflict",
  });
  expect((await change("u-eva", {})).status).toBe(422);
  expect((await change("u-nobody", { instanceAdmin: true })).status).toBe(404);
  expect((await change("u-eva", { instanceAdmin: true })).status).toBe(204);
  expect((await change("u-admin", { instanceAdmin: false })).status).toBe(204);
  const { body } = await hq.ask("admin", "GET", "/users");
  expect(body).toMatchObject({
    users: [
      { email: "admin@example.test", instanceAdmin: false },
      { email: "eva@example.test", instanceAdmin: true },
      { email: "max@example.test" },
    ],
  });
  expect(
    (await hq.ask("admin", "PATCH", "/users/u-eva", { body: { disabled: true } })).body,
  ).toEqual(expect.objectContaining({ code: "conflict" }));
});

test("invites a user without a workspace", async () => {
  const hq = await withClient();
  const body = { email: "new@example.test" };
  expect((await hq.ask("eva", "POST", "/instance/invitations", { body })).status).toBe(403);
  const invited = await hq.ask("admin", "POST", "/instance/invitations", { body });
  expect(invited.body).toMatchObject({ email: "new@example.test", mailed: false });
  const token = String(invited.body["link"]).split("/").at(-1);
  const read = await hq.ask(undefined, "POST", "/invitations/link", { body: { token } });
  expect(read.body).toEqual({ email: "new@example.test", known: false, invitedBy: "admin" });
  const account = { token, name: "New", password: "four brown earths deep" };
  const accepted = await hq.ask(undefined, "POST", "/invitations/accept", { body: account });
  expect(accepted.status).toBe(201);
});
