import { CmsError } from "@loam/cms-core";
import { answer, columns, type JsonOption, withJson } from "@loam/cms-core/program";
import type { Command } from "commander";
import { recordCommand } from "../../people/audit/record-command.ts";
import { findSite } from "../../people/workspaces/sites.ts";
import type { Terminal } from "../../platform/terminal/terminal.ts";
import { withHq, withHqReading } from "../../platform/terminal/with-hq.ts";
import { inSite } from "../../sites/registry/in-site.ts";
import { parseTake, stateByCommand, syncByCommand } from "../../upstream/by-command.ts";
import { needsAttention } from "../../upstream/connection/report.ts";
import type { UpstreamAnswer } from "../../upstream/connection/upstream-answer.ts";
import { deleteUpstream } from "../../upstream/connection/upstreams.ts";
import { decideUpstream } from "../../upstream/decide-upstream.ts";
import { deleteTracking } from "../../upstream/sync/tracking.ts";
import { addSetUpstreamCommand } from "./set-upstream-command.ts";

/** `hq upstream set`, `status`, `sync`, `decide`, and `remove`. */
export function addUpstreamCommands(upstream: Command, terminal: Terminal): void {
  addSetUpstreamCommand(upstream, terminal);
  addStatus(upstream, terminal);
  addSync(upstream, terminal);
  addDecide(upstream, terminal);
  addRemove(upstream, terminal);
}

function addStatus(upstream: Command, terminal: Terminal): void {
  withJson(upstream.command("status"))
    .description("Show the state of both sides and what blocks the sync")
    .argument("<site>", "ID or name")
    .action(async (site: string, options: JsonOption) => {
      const state = await withHqReading(terminal, async (hq) => stateByCommand(hq, site));
      answer(terminal, options, { data: state, lines: stateLines(state) });
    });
}

function addSync(upstream: Command, terminal: Terminal): void {
  withJson(upstream.command("sync"))
    .description("Sync now; the exit code is 1 if something blocks the sync")
    .argument("<site>", "ID or name")
    .action(async (site: string, options: JsonOption) => {
      const stopped = new AbortController();
      const forget = terminal.onStop(() =>
        stopped.abort(new CmsError("aborted", "The sync was stopped. The next sync continues it.")),
      );
      try {
        const state = await withHq(terminal, async (hq) => syncByCommand(hq, site, stopped.signal));
        answer(terminal, options, { data: state, lines: stateLines(state) });
        if (state.problem !== null) throw new CmsError("upstream_failed", state.problem.message);
        if (needsAttention(state)) {
          throw new CmsError("conflict", "Something blocks the sync. See the output above.");
        }
      } finally {
        forget();
      }
    });
}

function addDecide(upstream: Command, terminal: Terminal): void {
  withJson(upstream.command("decide"))
    .description(
      "Resolve a branch by choosing a history; the other one is kept under refs/loam/lost",
    )
    .argument("<site>", "ID or name")
    .argument("<branch>", "Branch, as shown by hq upstream status")
    .argument(
      "<take>",
      "ours replaces the upstream's history, theirs replaces HQ's, both applies HQ's changes on top of theirs",
    )
    .action(async (site: string, branch: string, text: string, options: JsonOption) => {
      const take = parseTake(text);
      const state = await withHq(terminal, async (hq) => {
        const { id } = await findSite(hq.database, site);
        const { branches } = await stateByCommand(hq, id);
        const upstreamCommit = branches.find(({ name }) => name === branch)?.there ?? null;
        const params = { site: id, branch, take };
        await recordCommand(hq, { event: "upstream.decided", params });
        await decideUpstream(hq, id, { branch, take, there: upstreamCommit });
        return syncByCommand(hq, id, new AbortController().signal);
      });
      answer(terminal, options, { data: state, lines: stateLines(state) });
    });
}

function addRemove(upstream: Command, terminal: Terminal): void {
  withJson(upstream.command("remove"))
    .description("Disconnect the upstream; its repository is not changed")
    .argument("<site>", "ID or name")
    .action(async (site: string, options: JsonOption) => {
      const id = await withHq(terminal, async (hq) => {
        const found = await findSite(hq.database, site);
        await recordCommand(hq, { event: "upstream.removed", params: { site: found.id } });
        await deleteUpstream(hq.database, found.id);
        await inSite(hq, found.id, async ({ repository }) => deleteTracking(repository));
        return found.id;
      });
      answer(terminal, options, {
        data: { site: id },
        lines: [`Disconnected the upstream of ${id}.`],
      });
    });
}

const QUESTIONS = {
  rewritten: "its upstream history was rewritten",
  unrelated: "its upstream history has no commit in common with HQ",
  deleted: "it was deleted upstream",
  moved: "someone changed a branch upstream that only HQ writes",
  conflict: "both sides made conflicting changes",
} as const;

function stateLines(state: UpstreamAnswer): readonly string[] {
  const table = state.branches.map(({ name, here, there, ahead, behind, state: how }) => [
    name,
    how,
    shortened(here),
    shortened(there),
    here === null && there === null
      ? "not started"
      : `${ahead ?? "?"} ahead, ${behind ?? "?"} behind`,
  ]);
  const problems = state.branches.flatMap(({ name, problem, question }) => [
    ...(problem === null ? [] : [`${name}: ${problem.message}`]),
    ...(problem?.issues ?? []).map(({ path = "", line, message }) => {
      return `  ${line === undefined ? path : `${path}:${line}`}: ${message}`;
    }),
    ...(question === null
      ? []
      : [`${name}: ${QUESTIONS[question.kind]}. Decide: ${question.choices.join(", ")}`]),
  ]);
  return [
    `${state.url}: ${state.state}, last synced ${state.syncedAt ?? "never"}`,
    ...(state.credential.publicKey === null
      ? []
      : [`Key used to write to it: ${state.credential.publicKey}`]),
    ...state.hostKeys.map(({ type, fingerprint }) => `Host key: ${type} ${fingerprint}`),
    ...(state.problem === null ? [] : [state.problem.message]),
    ...(state.forgeProblem === null ? [] : [state.forgeProblem.message]),
    ...columns(table),
    ...problems,
    ...state.requests
      .filter(({ state: how }) => how === "open")
      .map(({ change, url }) => `Change request ${change}: ${url}`),
  ];
}

function shortened(commit: string | null): string {
  return commit?.slice(0, 10) ?? "-";
}
