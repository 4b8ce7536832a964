import { CmsError } from "../base/errors.ts";

/** Names that a shell can refer to. */
const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/;

/** Returns whether a shell can refer to a secret with this name. */
export function isSecretName(name: string): boolean {
  return NAME.test(name);
}

const words = (text: string): string => text.trim().split(/\s+/).join("|");

/**
 * Variables that control commands, by family: code they load, files they find, servers they trust, and destinations of
 * data. In uppercase, because case makes no difference on Windows and for some commands.
 */
const CONTROLLING: readonly RegExp[] = [
  // The system's loader, allocator, and character sets.
  /^(?:LD|DYLD|MALLOC|LC|GLIBC)_/,
  new RegExp(`^(?:${words("LANG LANGUAGE GCONV_PATH LOCPATH NLSPATH HOSTALIASES LOCALDOMAIN")})$`),
  new RegExp(`^(?:${words("RES_OPTIONS TZ TZDIR TERM TERMCAP TERMINFO TERMINFO_DIRS")})$`),
  // Shells, and search paths of all commands.
  /^(?:BASH|ZSH|KSH|XDG_)|^PS\d$/,
  new RegExp(`^(?:${words("PATH PATHEXT HOME SHELL USER USERNAME LOGNAME HOSTNAME PWD OLDPWD")})$`),
  new RegExp(`^(?:${words("IFS ENV FPATH ZDOTDIR CDPATH SHELLOPTS PROMPT_COMMAND INPUTRC")})$`),
  new RegExp(`^(?:${words("TMPDIR TMP TEMP COMSPEC SYSTEMROOT WINDIR PSMODULEPATH")})$`),
  new RegExp(`^(?:${words("USERPROFILE HOMEDRIVE HOMEPATH APPDATA LOCALAPPDATA PROGRAMDATA")})$`),
  // Commands started by other commands.
  /^(?:LESS|SUDO_ASKPASS|SSH_ASKPASS|SSH_AUTH_SOCK|SSH_AGENT_PID|SSH_SK_)|(?:^|_)(?:EDITOR|PAGER)$/,
  new RegExp(`^(?:${words("VISUAL BROWSER MAKEFLAGS MAKEFILES MAKEFILE MFLAGS")})$`),
  // Trusted certificates and proxies.
  /^SSLKEYLOGFILE$|(?:^|_)(?:CA_BUNDLE|CA_CERTS?|CERT_FILE|CERT_DIR|PROXY)$/,
  // Variables that Loam sets for a run.
  /^(?:LOAM|HQ|WORKER)_/,
];

/** Variables that control specific commands, whose credentials share the same prefixes. */
const OF_PROGRAMS: readonly RegExp[] = [
  /^(?:SSL|CURL|OPENSSL|WGET)_/,
  /^(?:NODE|NPM_CONFIG|YARN|PNPM|COREPACK|BUN|DENO|TS_NODE|NVM|ELECTRON)_/,
  /^(?:PYTHON|PERL|RUBY|PHP|LUA|RUST|GUILE|JULIA)/,
  /^(?:PIP|UV|CONDA|VIRTUALENV|PYTEST|GEM|BUNDLE|BUNDLER|CARGO|COMPOSER)_|^VIRTUAL_ENV$/,
  /^_?(?:JAVA|JDK|JVM)_|^(?:CLASSPATH|(?:MAVEN|GRADLE|SBT)_(?:OPTS|ARGS|HOME|USER_HOME))$/,
  /^(?:DOTNET|COMPLUS|CORECLR|COR|MONO|NUGET)_/,
  /^(?:CGO_\w+|GO(?:FLAGS|PATH|ROOT|PROXY|PRIVATE|NOSUMDB|SUMDB|NOPROXY|ENV|BIN|TOOLCHAIN|DEBUG|INSECURE|VCS))$/,
  /^(?:CC|CXX|CPP|LD|AR|CPATH|LIBRARY_PATH|C(?:PLUS)?_INCLUDE_PATH|(?:C|CXX|CPP|LD)FLAGS)$|^(?:CMAKE|PKG_CONFIG)_/,
  /^GIT_(?!AUTHOR_|COMMITTER_)/,
  /^(?:CLAUDE|CODEX|GEMINI_CLI|OPENCODE|GOOSE|AIDER|CURSOR)_/,
  // Remote shells, and files of settings, in which many commands look up other commands.
  /(?:^|_)RSH$|^(?:SVN_SSH|HGRCPATH|KUBECONFIG|GNUPGHOME|NETRC)$|_CONFIG_(?:FILE|DIR|HOME|PATH)$/,
  /^(?:VIMINIT|GVIMINIT|EXINIT|TCLLIBPATH|OCAMLPATH|PG(?:OPTIONS|SERVICEFILE|SYSCONFDIR|PASSFILE))$/,
  /^(?:EMACS|ERL_|ELIXIR_|NIX_|HOMEBREW_|ANSIBLE_|HELM_|TF_CLI_|R_(?:PROFILE|ENVIRON|LIBS|HOME))/,
  /^DOCKER_(?:HOST|CONFIG|CONTEXT|CERT_PATH|TLS)|^AWS_(?:SHARED_|PROFILE|ENDPOINT_URL)|^GH_HOST$/,
];

/** Credentials, which grant access but don't control commands. */
const CREDENTIAL = /_(?:TOKENS?|API_?KEY|ACCESS_KEY|SECRET|SECRET_KEY|PASSWORD|PAT|CREDENTIALS?)$/;

/** Names that every JavaScript object responds to, with their exact case. */
const OF_OBJECTS: ReadonlySet<string> = new Set([
  "prototype",
  ...Object.getOwnPropertyNames(Object.prototype),
]);

/** Returns whether an environment variable with this name controls the commands of a run. */
export function isReservedSecretName(name: string): boolean {
  const upper = name.toUpperCase();
  if (OF_OBJECTS.has(name) || CONTROLLING.some((family) => family.test(upper))) return true;
  return OF_PROGRAMS.some((family) => family.test(upper)) && !CREDENTIAL.test(upper);
}

/**
 * Validates the name of a secret: an environment variable that doesn't control how commands run.
 *
 * @param allowed reserved names that the operator of the machine allows
 * @throws CmsError `invalid`, `reserved_name`
 */
export function parseSecretName(name: string, allowed: readonly string[] = []): string {
  if (!isSecretName(name)) {
    throw new CmsError(
      "invalid",
      `"${name.slice(0, 128)}" is not a valid secret name. Use up to 128 letters, digits, and _, and start with a letter or _.`,
    );
  }
  if (!isReservedSecretName(name) || allowed.includes(name)) return name;
  throw new CmsError(
    "reserved_name",
    `A secret cannot be named ${name}, because the environment variable with this name controls other software. Choose another name, or allow it in settings.json on the worker's machine (allowReservedSecrets).`,
  );
}
