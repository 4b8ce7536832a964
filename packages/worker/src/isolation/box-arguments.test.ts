import { describe, expect, test } from "vitest";
import { boxArguments, type BoxPlan, isWithin } from "./box-arguments.ts";

const PLAN: BoxPlan = {
  system: [{ path: "/usr" }, { path: "/bin", link: "usr/bin" }],
  homes: [{ from: "/home/ann/.loam-worker/runs/r1/home", to: "/home/ann" }],
  readable: ["/home/ann/.nvm/node/bin"],
  writable: [],
  hidden: ["/home/ann/.loam-worker"],
  directory: "/home/ann/site",
  exempt: ["/home/ann/.claude/skills"],
};

/** Returns what the run sees at a path: the last mount at it, or at a parent folder. */
function seenAt(path: string, args: readonly string[]): string {
  let seen = "nothing";
  for (let at = 0; at < args.length; at += 1) {
    const [option = "", first = "", second = ""] = args.slice(at, at + 3);
    if (option === "--tmpfs" && isWithin(path, first)) seen = "empty";
    if (option === "--bind" && isWithin(path, second)) seen = `changes ${first}`;
    if (option === "--ro-bind" && isWithin(path, second)) seen = `reads ${first}`;
  }
  return seen;
}

describe("the arguments of bubblewrap", () => {
  const args = boxArguments(PLAN);

  test.for([
    ["/usr/lib/x", "reads /usr"],
    ["/home/bob/notes", "empty"],
    ["/home/ann/.ssh/id", "changes /home/ann/.loam-worker/runs/r1/home"],
    ["/home/ann/site/index.html", "changes /home/ann/site"],
    ["/home/ann/.claude/skills/x", "reads /home/ann/.claude/skills"],
    ["/run/docker.sock", "empty"],
    ["/var/lib/x", "empty"],
    ["/srv/data", "nothing"],
  ] as const)("show a run at %s: %s", ([path, seen]) => {
    expect(seenAt(path, args)).toBe(seen);
  });

  test.for<[string, Partial<BoxPlan>]>([
    ["a readable folder", { readable: ["/home/ann"] }],
    ["a writable folder", { writable: ["/home"] }],
    ["a system folder", { system: [{ path: "/home" }] }],
  ])("hide the worker's folder, also below %s", ([, over]) => {
    const wide = boxArguments({ ...PLAN, homes: [], ...over });
    expect(seenAt("/home/ann/.loam-worker/secret.key", wide)).toBe("empty");
    expect(seenAt("/home/ann/.loam-worker/runs/r2/home/x", wide)).toBe("empty");
  });

  test("show the run's own files inside the worker's folder", () => {
    const inside = boxArguments({
      ...PLAN,
      readable: ["/home/ann"],
      directory: "/home/ann/.loam-worker/projects/p1",
      exempt: ["/home/ann/.loam-worker/runs/r1/script.sh"],
    });
    expect(seenAt("/home/ann/.loam-worker/projects/p1/a", inside)).toMatch(/^changes .*p1$/);
    expect(seenAt("/home/ann/.loam-worker/projects/p2/a", inside)).toBe("empty");
    expect(seenAt("/home/ann/.loam-worker/runs/r1/script.sh", inside)).toMatch(/^reads /);
    expect(seenAt("/home/ann/.loam-worker/runs/r1/logins.json", inside)).toBe("empty");
  });

  test("let Git write into the repository of a linked worktree", () => {
    const tree = boxArguments({ ...PLAN, repository: "/home/ann/main/.git" });
    expect(seenAt("/home/ann/main/.git/objects/x", tree)).toBe("changes /home/ann/main/.git");
    expect(seenAt("/home/ann/main/README.md", tree)).toMatch(/runs\/r1\/home$/);
  });

  test("start in the run's directory", () => {
    expect(args.slice(-2)).toEqual(["--chdir", "/home/ann/site"]);
  });
});
