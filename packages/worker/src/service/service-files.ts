import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { CmsError } from "@loam/cms-core";

/** The command that a service manager uses to start the worker. */
export interface ServiceCommand {
  /** The executable and its arguments, all absolute paths. */
  readonly argv: readonly string[];
  /** Variables of the user's environment that the worker needs. Never a secret. */
  readonly environment: Readonly<Record<string, string>>;
  /** The user's home. */
  readonly home: string;
}

/** A written file, and what to do with it. */
export interface ServiceFile {
  readonly path: string;
  readonly next: readonly string[];
}

/**
 * Writes a systemd user unit or a launchd agent that starts the worker at every boot.
 *
 * @throws CmsError `not_supported` on other systems
 */
export function writeServiceFile(
  command: ServiceCommand,
  platform: NodeJS.Platform = process.platform,
): ServiceFile {
  const place = SYSTEMS[platform];
  if (place === undefined) {
    throw new CmsError(
      "not_supported",
      `Service files are not supported on ${platform}. Run "agent-cli worker start" with your system's service manager.`,
    );
  }
  const path = join(command.home, place.path);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, place.print(command), { mode: 0o600 });
  return { path, next: place.next(path) };
}

interface ServiceSystem {
  readonly path: string;
  readonly print: (command: ServiceCommand) => string;
  readonly next: (path: string) => readonly string[];
}

const LABEL = "dev.loam.worker";

const SYSTEMS: Partial<Record<NodeJS.Platform, ServiceSystem>> = {
  linux: {
    path: ".config/systemd/user/loam-worker.service",
    print: systemdUnit,
    next: () => [
      "systemctl --user daemon-reload",
      "systemctl --user enable --now loam-worker",
      "loginctl enable-linger",
    ],
  },
  darwin: {
    path: `Library/LaunchAgents/${LABEL}.plist`,
    print: launchdPlist,
    next: (path) => [`launchctl bootstrap gui/$(id -u) ${path}`],
  },
};

/**
 * The worker ends its runs itself, and can create a control group for each. It isn't restarted if that would change
 * nothing: an invalid configuration (2), a revoked key (4).
 */
function systemdUnit({ argv, environment }: ServiceCommand): string {
  return `[Unit]
Description=Loam worker
After=network-online.target
Wants=network-online.target

[Service]
Type=exec
ExecStart=${argv.map((word) => unitWord(word).replaceAll("$", "$$$$")).join(" ")}
${Object.entries(environment)
  .map(([name, value]) => `Environment=${unitWord(`${name}=${value}`)}\n`)
  .join("")}Restart=always
RestartSec=5
RestartPreventExitStatus=2 4
KillMode=mixed
Delegate=yes
TimeoutStopSec=30
UMask=0077
NoNewPrivileges=yes

[Install]
WantedBy=default.target
`;
}

/** systemd expands `%`, in a command also `$`, and splits at spaces. */
function unitWord(word: string): string {
  const safe = word
    .replaceAll("\\", "\\\\")
    .replaceAll('"', String.raw`\"`)
    .replaceAll("%", "%%");
  return `"${safe}"`;
}

function launchdPlist({ argv, environment, home }: ServiceCommand): string {
  const pairs = Object.entries(environment).map(
    ([name, value]) => `    <key>${escapeXml(name)}</key><string>${escapeXml(value)}</string>\n`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key><string>${LABEL}</string>
  <key>ProgramArguments</key>
  <array>
${argv.map((word) => `    <string>${escapeXml(word)}</string>\n`).join("")}  </array>
  <key>EnvironmentVariables</key>
  <dict>
${pairs.join("")}  </dict>
  <key>RunAtLoad</key><true/>
  <key>KeepAlive</key><true/>
  <key>Umask</key><integer>63</integer>
  <key>StandardErrorPath</key><string>${escapeXml(join(home, "Library/Logs/loam-worker.log"))}</string>
</dict>
</plist>
`;
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
