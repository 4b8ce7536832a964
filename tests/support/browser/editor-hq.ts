import { parseConfig, type RunningHq, startHq } from "@loam/hq";
import type { ManagementClient } from "@loam/hq/client";
import { pino } from "pino";
import type { DemoSession } from "../demo/demo-under-test.ts";
import { databaseEnvironment } from "../hq/hq-database.ts";
import { ADMIN } from "../hq/hq-people.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { invitePerson, managementSession } from "./editor-page.ts";
import { startSession } from "./start-session.ts";

/** A signed-in user, as test pages sign in. */
export interface SignedIn {
  readonly hqUrl: string;
  readonly email: string;
  readonly password: string;
  readonly session: DemoSession;
}

/** An HQ in this process for the tests of one file, with a site of posts. Its clock stands still until it is moved. */
export interface EditorHq extends SignedIn {
  readonly siteId: string;
  /** API client of the first user. */
  readonly api: ManagementClient;
  /** Ids of posts by slug; none is live. */
  readonly posts: ReadonlyMap<string, string>;
  /** Creates another user of the workspace, with a role for the site. */
  readonly person: (name: string, role: "view" | "write" | "edit" | "admin") => Promise<SignedIn>;
  /** Creates another user with a separate workspace and site. */
  readonly workspaceOf: (
    name: string,
    slug: string,
  ) => Promise<SignedIn & { readonly siteId: string }>;
  readonly running: RunningHq;
  readonly wait: (ms: number) => void;
  readonly close: () => Promise<void>;
}

/** Starts it until it is closed. Requests to this machine's addresses are allowed. */
export async function startEditorHq(env: Readonly<Record<string, string>> = {}): Promise<EditorHq> {
  await using opened = new AsyncDisposableStack();
  const folder = await temporaryFolder("loam-editor", (remove) => opened.defer(remove));
  let time = Date.now();
  const standard = {
    LOAM_PORT: "0",
    LOAM_ADMIN_EMAIL: ADMIN.email,
    LOAM_ADMIN_PASSWORD: ADMIN.password,
    LOAM_WEBHOOK_ALLOW: "127.0.0.0/8",
    LOAM_WRITE_LIMIT: "1000",
    ...(await databaseEnvironment(folder)),
  };
  const log = pino({ enabled: false });
  const config = parseConfig({ ...standard, ...env }, folder);
  const running = await startHq(config, { log, now: () => new Date(time) });
  opened.defer(() => running.close());
  const admin = { hqUrl: running.url, ...ADMIN };
  const first = { ...admin, session: await startSession(admin) };
  // A separate session, because a proof of identity ends the previous one.
  const other = { ...admin, session: await startSession(admin) };
  const api = managementSession(other);
  const { siteId, posts } = await makeSite(api);
  const stack = opened.move();
  return {
    ...first,
    siteId,
    posts,
    api,
    async person(name, role) {
      const email = `${name.toLowerCase()}@example.test`;
      const person = await invitePerson(other, { name, email, role: "member" });
      await grant(api, { siteId, email, role });
      return person;
    },
    async workspaceOf(name, slug) {
      const email = `${name.toLowerCase()}@example.test`;
      const person = await invitePerson(other, { name, email, role: "member" });
      const theirs = managementSession(person);
      const me = await theirs.GET("/me");
      const invited = { ws: await firstWorkspace(api), user: me.data?.id ?? "" };
      await api.DELETE("/workspaces/{ws}/members/{user}", { params: { path: invited } });
      const { data } = await theirs.POST("/workspaces", { body: { slug, name: slug } });
      const ws = { path: { ws: data?.id ?? "" } };
      await api.PUT("/workspaces/{ws}/features", { params: ws, body: { cms: true } });
      const site = await theirs.POST("/workspaces/{ws}/sites", {
        params: ws,
        body: { name: slug },
      });
      return { ...person, siteId: site.data?.id ?? "" };
    },
    running,
    wait: (ms) => void (time += ms),
    close: () => stack.disposeAsync(),
  };
}

async function firstWorkspace(api: ManagementClient): Promise<string> {
  const { data } = await api.GET("/workspaces");
  return data?.workspaces[0]?.id ?? "";
}

async function makeSite(api: ManagementClient) {
  const ws = { path: { ws: await firstWorkspace(api) } };
  await api.PUT("/workspaces/{ws}/features", { params: ws, body: { cms: true } });
  await api.PUT("/workspaces/{ws}/plan", { params: ws, body: { plan: "team" } });
  const made = await api.POST("/workspaces/{ws}/sites", {
    params: ws,
    body: { name: "Field notes" },
  });
  const site = made.data?.id ?? "";
  const fields = [
    { apiId: "title", label: "Title", type: "text" as const, required: true },
    { apiId: "day", label: "Day", type: "date" as const },
  ];
  const type = { path: { site, api_id: "posts" } };
  await api.POST("/sites/{site}/types", {
    params: type,
    body: { apiId: "posts", kind: "list", label: "Posts", fields },
  });
  await api.POST("/sites/{site}/types/{api_id}/schema/publish", { params: type });
  const posts = new Map<string, string>();
  for (const [slug, title] of [
    ["rain", "Rain on clay"],
    ["frost", "Frost in the furrow"],
    ["it-s-spring", "It's spring & [nearly] (warm)"],
  ] as const) {
    const body = { slug, fields: { title, day: "2026-03-01" } };
    const entry = await api.POST("/sites/{site}/types/{api_id}/entries", { params: type, body });
    if (entry.error !== undefined) throw new Error(entry.error.detail);
    posts.set(slug, entry.data.id);
  }
  return { siteId: site, posts };
}

interface Granting {
  readonly siteId: string;
  readonly email: string;
  readonly role: "view" | "write" | "edit" | "admin";
}

/** Site admins get their role through the workspace. */
async function grant(
  api: ManagementClient,
  { siteId: site, email, role }: Granting,
): Promise<void> {
  const params = { path: { site } };
  const { data } = await api.GET("/sites/{site}/access", { params });
  const user = data?.access.find((one) => one.email === email)?.userId ?? "";
  const ws = await firstWorkspace(api);
  const { error } =
    role === "admin"
      ? await api.PUT("/workspaces/{ws}/members", {
          params: { path: { ws } },
          body: { user, role },
        })
      : await api.PUT("/sites/{site}/access", { params, body: { user, role } });
  if (error !== undefined) throw new Error(error.detail);
}
