import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../../tests/support/temporary-folder.ts";
import { writeServiceFile } from "./service-files.ts";

const ARGV = ["/opt/node 26/bin/node", '/opt/100%/"agent"$.js', "worker", "start"];
const ENVIRONMENT = { PATH: "/bin:/a $b", LOAM_WORKER_HOME: "/w<&>" };

test("escapes the arguments of a systemd unit", async () => {
  const home = await temporaryFolder("service");
  const { path } = writeServiceFile({ argv: ARGV, environment: ENVIRONMENT, home }, "linux");
  const unit = readFileSync(path, "utf8");
  expect(path).toBe(join(home, ".config/systemd/user/loam-worker.service"));
  expect(unit).toContain(
    String.raw`ExecStart="/opt/node 26/bin/node" "/opt/100%%/\"agent\"$$.js" "worker" "start"`,
  );
  expect(unit).toContain('Environment="PATH=/bin:/a $b"\n');
  expect(unit).toContain('Environment="LOAM_WORKER_HOME=/w<&>"\nRestart=always\n');
  // The worker ends its runs itself, each in a separate control group if there is no other way.
  expect(unit).toContain("KillMode=mixed\nDelegate=yes\n");
});

test("writes the same arguments as XML for launchd", async () => {
  const home = await temporaryFolder("service");
  const { path, next } = writeServiceFile({ argv: ARGV, environment: ENVIRONMENT, home }, "darwin");
  expect(readFileSync(path, "utf8")).toContain(
    "<key>LOAM_WORKER_HOME</key><string>/w&lt;&amp;&gt;</string>",
  );
  expect(next.join("\n")).toContain(path);
});

test("reports unsupported systems", async () => {
  const home = await temporaryFolder("service");
  expect(() => writeServiceFile({ argv: ARGV, environment: {}, home }, "aix")).toThrow(
    /Service files are not supported on aix/,
  );
});
