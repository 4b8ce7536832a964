import { mkdirSync, writeFileSync } from "node:fs";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { onTestFinished, vi } from "vitest";
import { serve } from "../../../../tests/support/serve.ts";
import { temporaryFolder } from "../../../../tests/support/temporary-folder.ts";
import { readWorkerConfig, type WorkerConfig } from "../config/worker-config.ts";
import { newRunId } from "../runner/run-order.ts";
import { openSecrets } from "../secrets/secrets.ts";
import { addLink } from "../state/links.ts";
import { openState } from "../state/open-state.ts";
import { sealLinkKey } from "./hq-access.ts";
import { startWorker } from "./start-worker.ts";

export const WORKER = "waaaaaaaaaaaaaaaaaaa";
export const WORKSPACE = "acme-id";
/** Unique per process: a worker kills every process of this machine with the id of a run that it ends. */
export const RUN = newRunId();

type Json = Record<string, unknown>;

/** HQ's side of the protocol, in memory, as far as needed. */
class FakeHq {
  readonly answers = new Map<string, Json>();
  readonly reports: Json[] = [];
  /** Reported states of each run, in order, by id. */
  readonly reported = new Map<string, unknown[]>();
  log = "";
  queue: Json[] = [];
  live: Json[] = [];
  facts: Json = {};
  sequence = 0;
  /** Undefined: an older HQ that doesn't send it. */
  variablePrecedence: string | undefined;
  /** Undefined: not sent. */
  skillReview: string | undefined;
  revoked = false;
  isAway = false;
  /** Error response to workers that report facts. */
  refusesFacts: Json | undefined;
  /** A proxy that responds in HQ's place. */
  proxy: ((response: ServerResponse) => void) | undefined;
  /** Serves its repositories; undefined: none for this worker. */
  git: RequestListener | undefined;
  asked = 0;
  turnedAway = 0;
  /** How many times a process announced that it stops polling. */
  left = 0;
  url = "";

  async start(): Promise<void> {
    const answer: RequestListener = (request, response) => {
      const isGit = request.url?.startsWith("/git/") === true;
      if (isGit && this.git !== undefined) this.git(request, response);
      else void this.#answer(request, response);
    };
    this.url = (await serve(answer)).origin;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    if (this.isAway) {
      this.turnedAway += 1;
      return void response.socket?.destroy();
    }
    if (this.revoked || request.headers.authorization !== "Bearer loam_wrk_key") {
      return void response.writeHead(401).end('{"code":"worker_revoked"}');
    }
    this.asked += 1;
    if (this.proxy !== undefined) return this.proxy(response);
    const url = new URL(request.url ?? "", "http://hq");
    const parts = url.pathname.split("/").slice(3);
    if (parts[0] === "skills") return void response.end('{"version":1}');
    if (parts[0] === "poll") return this.#poll(JSON.parse(body), response);
    if (parts[0] === "answers") this.answers.set(parts[1] ?? "", JSON.parse(body));
    if (parts[2] === "log") return this.#log(url, body, response);
    return this.#note(parts, body, response);
  }

  #note(parts: readonly string[], body: string, response: ServerResponse): void {
    if (parts[0] === "runs") {
      const [, id = ""] = parts;
      const report = JSON.parse(body);
      this.reports.push(report);
      this.reported.set(id, [...(this.reported.get(id) ?? []), report.state]);
    }
    this.left += parts.filter((part) => part === "leave").length;
    response.writeHead(204).end();
  }

  #log({ searchParams }: URL, body: string, response: ServerResponse): void {
    const end = Buffer.byteLength(this.log);
    if (Number(searchParams.get("offset")) !== end) {
      return void response.writeHead(409).end(JSON.stringify({ code: "conflict", offset: end }));
    }
    this.log += body;
    response.writeHead(204).end();
  }

  #poll(question: { acknowledged: number; facts?: Json }, response: ServerResponse): void {
    const { refusesFacts } = this;
    if (refusesFacts !== undefined && question.facts !== undefined) {
      const status = Number(refusesFacts["status"]);
      return void response.writeHead(status).end(JSON.stringify(refusesFacts));
    }
    this.facts = question.facts ?? this.facts;
    this.queue = this.queue.filter(({ sequence }) => Number(sequence) > question.acknowledged);
    const commands = [...this.queue, ...this.live.splice(0)];
    const { variablePrecedence, skillReview } = this;
    const settings = { variablePrecedence, skillReview };
    response.end(JSON.stringify({ commands, intervalSeconds: 0.02, ...settings }));
  }

  queueUp(kind: string, body: Json): void {
    this.sequence += 1;
    const { sequence } = this;
    this.queue.push({ sequence, id: `c${sequence}`, kind, body });
  }

  async ask(kind: string, body: Json): Promise<Json> {
    const id = `live-${kind}-${this.answers.size}`;
    this.live.push({ sequence: null, id, kind, body });
    return vi.waitUntil(() => this.answers.get(id), { timeout: 60_000, interval: 5 });
  }
}

export async function openBench() {
  const hq = new FakeHq();
  await hq.start();
  const folder = await temporaryFolder("link");
  const home = join(folder, "worker");
  const state = openState(home);
  onTestFinished(() => state.close());
  writeFileSync(join(home, "settings.json"), '{"agent":"shell"}');
  const config = readWorkerConfig({ HOME: folder, LOAM_WORKER_HOME: home });
  const secrets = openSecrets(config, state);
  addLink(state, {
    workerId: WORKER,
    hqUrl: hq.url,
    workspaceId: WORKSPACE,
    workspaceName: "acme",
    sealedKey: sealLinkKey(secrets.sealer, WORKER, "loam_wrk_key"),
    createdAt: new Date().toISOString(),
  });
  const messages: string[] = [];
  const startWith = async (used: WorkerConfig) => {
    const running = await startWorker(
      used,
      { PATH: process.env["PATH"] },
      {
        version: "1",
        log: (message) => void messages.push(message),
      },
    );
    onTestFinished(running.close);
    return running;
  };
  const start = async () => startWith(config);
  const skill = (script: string): void => {
    mkdirSync(join(config.skillsFolder, "job"), { recursive: true });
    const matter = "---\nname: job\ndisplay_name: Job\ndescription: Does it.\n---\n";
    writeFileSync(
      join(config.skillsFolder, "job/SKILL.md"),
      `${matter}\`\`\`sh\n${script}\n\`\`\`\n`,
    );
  };
  return { hq, state, config, secrets, messages, start, startWith, skill };
}

export const ORDER = {
  id: RUN,
  skill: { name: "job", version: null },
  reviewed: true,
  workspaceId: WORKSPACE,
  projectId: null,
  variables: [{ key: "WHO", value: "you", scope: "project" }],
  precedence: "worker-last",
  limits: { seconds: 60, outputBytes: 100_000 },
};
