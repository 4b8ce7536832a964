/** What of the machine is in the box of a run. Paths are absolute; what does not exist is not among them. */
export interface BoxPlan {
  readonly system: readonly SystemPlace[];
  /** Folders of this run alone, and where they take the place of the person's. */
  readonly homes: readonly { readonly from: string; readonly to: string }[];
  /** Seen as they are. */
  readonly readable: readonly string[];
  /** Changed as they are. */
  readonly writable: readonly string[];
  /** Empty in the box, whatever of the above contains it: the worker's own folder. */
  readonly hidden: readonly string[];
  /** Where the run works. */
  readonly directory: string;
  /** Git's folder, where it is not in the directory. */
  readonly repository?: string;
  /** Seen as they are, also inside what is hidden. */
  readonly given: readonly string[];
}

/** A folder of the system, or a link in its place. */
export interface SystemPlace {
  readonly path: string;
  readonly link?: string;
}

/** Namespaces of its own, no capability left, and an end with the worker. */
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

/** What programs expect to be there. */
const EMPTY = "--dir /var/tmp --symlink ../run /var/run --dev /dev --proc /proc".split(" ");

/** The system, to be read, and places that begin empty. */
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
 * Arguments of bubblewrap, which does them in order: what comes later covers what came before. So the worker's folder
 * is emptied after everything that might contain it, and what the run is given from it comes last.
 */
export function boxArguments(plan: BoxPlan): readonly string[] {
  const { system, homes, readable, writable, hidden, directory, repository, given } = plan;
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
    ...given.flatMap((path) => ["--ro-bind", path, path]),
    "--chdir",
    directory,
  ];
}

/** Whether a path is a folder itself or below it. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith("/") ? folder : `${folder}/`);
}
