import { CmsError } from "@loam/cms-core";

/** As a shell can refer to it. */
const NAME = /^[A-Za-z_]\w{0,127}$/;

/**
 * What would make a program run other code, find other files or trust other people, if a secret of that name were in
 * its environment. In upper case: some programs do not mind the case.
 */
const RESERVED: ReadonlySet<string> = new Set(
  `PATH HOME SHELL USER LOGNAME IFS ENV BASH_ENV PS4 PROMPT_COMMAND SHELLOPTS BASHOPTS CDPATH TMPDIR TMP TEMP PWD
   GLIBC_TUNABLES GCONV_PATH NODE_OPTIONS NODE_PATH NODE_EXTRA_CA_CERTS NODE_TLS_REJECT_UNAUTHORIZED PYTHONPATH
   PYTHONSTARTUP PYTHONHOME PYTHONINSPECT PERL5OPT PERL5LIB RUBYOPT RUBYLIB JAVA_TOOL_OPTIONS _JAVA_OPTIONS
   JDK_JAVA_OPTIONS CLASSPATH DOTNET_STARTUP_HOOKS SSH_ASKPASS SSH_AUTH_SOCK EDITOR VISUAL PAGER BROWSER LESSOPEN
   LESSCLOSE SSL_CERT_FILE SSL_CERT_DIR CURL_CA_BUNDLE REQUESTS_CA_BUNDLE`.split(/\s+/),
);

const RESERVED_BEGINNINGS = [
  "LD_",
  "DYLD_",
  "NODE_REPL_",
  "NPM_CONFIG_",
  "GIT_",
  "BASH_FUNC_",
  "HQ_",
  "WORKER_",
  "LOAM_",
];

/** Of names with such a beginning those that only say something: who commits, and with which token packages are fetched. */
const HARMLESS = /^(?:GIT_(?:AUTHOR|COMMITTER)_|NPM_CONFIG_\w*_TOKEN$)/;

/**
 * The name of a secret: an environment variable that changes nothing about how programs run.
 *
 * @param allowed - reserved names that the operator of this machine allows
 * @throws CmsError `invalid`, `reserved_name`
 */
export function parseSecretName(name: string, allowed: readonly string[]): string {
  if (!NAME.test(name)) {
    throw new CmsError(
      "invalid",
      `"${name.slice(0, 128)}" cannot be the name of a secret: begin with a letter or _, then letters, digits and _, 128 at most.`,
    );
  }
  if (!isReserved(name) || allowed.includes(name)) return name;
  throw new CmsError(
    "reserved_name",
    `A secret cannot be called ${name}: programs take their instructions from a variable of that name. Choose another, or allow it in settings.json (allowReservedSecrets).`,
  );
}

/** Whether a name means something to the programs of a run. */
export function isReserved(name: string): boolean {
  const upper = name.toUpperCase();
  if (RESERVED.has(upper)) return true;
  return RESERVED_BEGINNINGS.some((begin) => upper.startsWith(begin)) && !HARMLESS.test(upper);
}
