import { CmsError } from "@loam/cms-core";
import { answer, columns, type JsonOption, withJson } from "@loam/cms-core/program";
import type { Command } from "commander";
import { recordCommand } from "../../people/audit/record-command.ts";
import { findSite } from "../../people/workspaces/sites.ts";
import type { Terminal } from "../../platform/terminal/terminal.ts";
import { withHq, withHqReading } from "../../platform/terminal/with-hq.ts";
import { inSite } from "../../sites/registry/in-site.ts";
import { parseTake, stateByCommand, syncByCommand } from "../../upstream/by-command.ts";
import { decideUpstream } from "../../upstream/decide-upstream.ts";
import { needsAttention } from "../../upstream/report.ts";
import { forgetUpstreams } from "../../upstream/sync/tracking.ts";
import type { UpstreamAnswer } from "../../upstream/upstream-answer.ts";
import { deleteUpstream } from "../../upstream/upstreams.ts";
import { addSetUpstreamCommand } from "./set-upstream-command.ts";

/** `hq upstream set`, `status`, `sync`, `decide` and `remove`. */
export function addUpstreamCommands(program: Command, terminal: Terminal): void {
  const upstream = program
    .command("upstream")
    .description("the repository elsewhere that a site mirrors");
  addSetUpstreamCommand(upstream, terminal);
  addStatus(upstream, terminal);
  addSync(upstream, terminal);
  addDecide(upstream, terminal);
  addRemove(upstream, terminal);
}

function addStatus(upstream: Command, terminal: Terminal): void {
  withJson(upstream.command("status"))
    .description("show how both sides stand, and what keeps them apart")
    .argument("<site>", "id or name")
    .action(async (site: string, options: JsonOption) => {
      const state = await withHqReading(terminal, async (hq) => stateByCommand(hq, site));
      answer(terminal, options, { data: state, lines: stateLines(state) });
    });
}

function addSync(upstream: Command, terminal: Terminal): void {
  withJson(upstream.command("sync"))
    .description(
      "bring both sides together now; the exit code is 1 where something keeps them apart",
    )
    .argument("<site>", "id or name")
    .action(async (site: string, options: JsonOption) => {
      const stopped = new AbortController();
      const forget = terminal.onStop(() =>
        stopped.abort(
          new CmsError("aborted", "The sync was stopped; it goes on with the next one."),
        ),
      );
      try {
        const state = await withHq(terminal, async (hq) => syncByCommand(hq, site, stopped.signal));
        answer(terminal, options, { data: state, lines: stateLines(state) });
        if (state.problem !== null) throw new CmsError("upstream_failed", state.problem.message);
        if (needsAttention(state)) {
          throw new CmsError("conflict", "Something keeps both sides apart; it stands above.");
        }
      } finally {
        forget();
      }
    });
}

function addDecide(upstream: Command, terminal: Terminal): void {
  withJson(upstream.command("decide"))
    .description(
      "decide which history is to stand where a branch asks; what gives way is kept below refs/loam/lost",
    )
    .argument("<site>", "id or name")
    .argument("<branch>", "as hq upstream status names it")
    .argument(
      "<take>",
      "ours is set there, theirs here, both brings what was done here onto theirs",
    )
    .action(async (site: string, branch: string, text: string, options: JsonOption) => {
      const take = parseTake(text);
      const state = await withHq(terminal, async (hq) => {
        const { id } = await findSite(hq.database, site);
        const { branches } = await stateByCommand(hq, id);
        const there = branches.find(({ name }) => name === branch)?.there ?? null;
        const params = { site: id, branch, take };
        await recordCommand(hq, { event: "upstream.decided", params });
        await decideUpstream(hq, id, { branch, take, there });
        return syncByCommand(hq, id, new AbortController().signal);
      });
      answer(terminal, options, { data: state, lines: stateLines(state) });
    });
}

function addRemove(upstream: Command, terminal: Terminal): void {
  withJson(upstream.command("remove"))
    .description("mirror it no more: the repository there stays as it is")
    .argument("<site>", "id or name")
    .action(async (site: string, options: JsonOption) => {
      const id = await withHq(terminal, async (hq) => {
        const found = await findSite(hq.database, site);
        await recordCommand(hq, { event: "upstream.removed", params: { site: found.id } });
        await deleteUpstream(hq.database, found.id);
        await inSite(hq, found.id, async ({ repository }) => forgetUpstreams(repository));
        return found.id;
      });
      answer(terminal, options, { data: { site: id }, lines: [`${id} mirrors nothing any more.`] });
    });
}

const ASKED = {
  rewritten: "its history was rewritten there",
  unrelated: "its history there began elsewhere",
  deleted: "it is gone there",
  moved: "somebody else moved there what HQ alone writes",
  conflict: "both sides changed the same",
} as const;

function stateLines(state: UpstreamAnswer): readonly string[] {
  const table = state.branches.map(({ name, here, there, ahead, behind, state: how }) => [
    name,
    how,
    shortened(here),
    shortened(there),
    here === null && there === null
      ? "not begun"
      : `${ahead ?? "?"} ahead, ${behind ?? "?"} behind`,
  ]);
  const problems = state.branches.flatMap(({ name, problem, question }) => [
    ...(problem === null ? [] : [`${name}: ${problem.message}`]),
    ...(problem?.issues ?? []).map(({ path = "", line, message }) => {
      return `  ${line === undefined ? path : `${path}:${line}`}: ${message}`;
    }),
    ...(question === null
      ? []
      : [`${name}: ${ASKED[question.kind]}. Decide: ${question.choices.join(", ")}`]),
  ]);
  return [
    `${state.url}: ${state.state}, last synced ${state.syncedAt ?? "never"}`,
    ...(state.credential.publicKey === null
      ? []
      : [`It is written to with the key ${state.credential.publicKey}`]),
    ...state.hostKeys.map(({ type, fingerprint }) => `Its host has the key ${type} ${fingerprint}`),
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
