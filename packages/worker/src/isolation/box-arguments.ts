/** Parts of the machine in the box of a run. Paths are absolute and exist. */
export interface BoxPlan {
  readonly system: readonly SystemPlace[];
  /** Folders of this run only, and the home folders that they replace. */
  readonly homes: readonly { readonly from: string; readonly to: string }[];
  /** Mounted read-only. */
  readonly readable: readonly string[];
  /** Mounted writable. */
  readonly writable: readonly string[];
  /** Empty in the box, whatever contains it: the worker's own folder. */
  readonly hidden: readonly string[];
  /** Working directory of the run. */
  readonly directory: string;
  /** Git's folder, if it is outside the directory. */
  readonly repository?: string;
  /** Mounted read-only, even inside hidden folders. */
  readonly exempt: readonly string[];
}

/** A system folder, or a link in its place. */
export interface SystemPlace {
  readonly path: string;
  readonly link?: string;
}

/** Separate namespaces, no capabilities, and termination together with the worker. */
export const BOX_NAMESPACES: readonly string[] = [
  "--unshare-user",
  "--unshare-pid",
  "--unshare-ipc",
  "--unshare-uts",
  "--unshare-cgroup-try",
  "--die-with-parent",
  "--new-session",
  "--cap-drop",
  "ALL",
];

/** Paths that most processes expect. */
const EMPTY = "--dir /var/tmp --symlink ../run /var/run --dev /dev --proc /proc".split(" ");

/** Arguments for the read-only system folders, and for folders that start empty. */
export function systemArguments(system: readonly SystemPlace[]): readonly string[] {
  return [
    ...["/tmp", "/run", "/home", "/root", "/var"].flatMap((path) => ["--tmpfs", path]),
    ...EMPTY,
    ...system.flatMap(({ path, link }) =>
      link === undefined ? ["--ro-bind", path, path] : ["--symlink", link, path],
    ),
  ];
}

/**
 * Returns the arguments of bubblewrap, which applies them in order: later ones cover earlier ones. The worker's folder
 * is hidden after everything that might contain it, and the run's files from it come last.
 */
export function boxArguments(plan: BoxPlan): readonly string[] {
  const { system, homes, readable, writable, hidden, directory, repository, exempt } = plan;
  const shown = [...system.map(({ path }) => path), ...readable, ...writable];
  return [
    ...systemArguments(system),
    ...homes.flatMap(({ from, to }) => ["--bind", from, to]),
    ...readable.flatMap((path) => ["--ro-bind", path, path]),
    ...writable.flatMap((path) => ["--bind", path, path]),
    ...hidden.flatMap((folder) =>
      shown.some((path) => isWithin(folder, path)) ? ["--tmpfs", folder] : [],
    ),
    ...[directory, ...(repository === undefined ? [] : [repository])].flatMap((path) => [
      "--bind",
      path,
      path,
    ]),
    ...exempt.flatMap((path) => ["--ro-bind", path, path]),
    "--chdir",
    directory,
  ];
}

/** Whether a path is a folder itself or below it. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith("/") ? folder : `${folder}/`);
}
