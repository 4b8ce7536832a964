import { CmsError } from "@loam/cms-core";
import { type Cidr, isIpAddress, isInNetworks, isPublicAddress } from "./address-rules.ts";

const MAX_LENGTH = 2048;
/** Visible ASCII: no spaces, line breaks, or look-alike letters. */
const PLAIN = /^[!-~]+$/;
const LEAST_FREE_PORT = 1024;
const WEB_PORTS: ReadonlySet<number> = new Set([80, 443]);
/** Ports of services that could interpret a POST as a command, and ports above 1023 that browsers block. */
const REFUSED_PORTS: ReadonlySet<number> = new Set([
  1433, 1521, 1719, 1720, 1723, 2049, 2375, 2376, 2379, 2380, 3306, 3389, 3659, 4045, 4190, 5060,
  5061, 5432, 5672, 5900, 5984, 6000, 6379, 6443, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697,
  8086, 9042, 9092, 9200, 9300, 10_080, 10_250, 11_211, 27_017,
]);
/** Names of the machine itself or of its network. */
const LOCAL_NAMES =
  /^(?:[^.]+|(?:.*\.)?(?:localhost|localdomain|local|internal|intranet|lan|corp|home|private|home\.arpa|onion|test|invalid))$/;

/**
 * Parses a URL entered by a user and checks as much as its text allows. Host names are checked again by what they
 * resolve to, on saving and on every connection.
 *
 * @throws CmsError `target_refused`
 */
export function parseTarget(text: string, { allow }: { readonly allow: readonly Cidr[] }): URL {
  if (text.length > MAX_LENGTH) throw refused(`is longer than ${MAX_LENGTH} characters`);
  if (!PLAIN.test(text)) {
    throw refused("contains spaces or non-ASCII characters; write the host name as xn--…");
  }
  const url = URL.parse(text);
  if (url === null) throw refused("is not a valid URL");
  if (url.protocol !== "https:" && url.protocol !== "http:") throw refused("does not use https");
  if (url.username !== "" || url.password !== "") throw refused("contains a user name or password");
  if (url.hash !== "" || text.includes("#")) throw refused("contains a fragment");
  checkPort(url);
  checkHost(url, allow);
  return url;
}

const SSH_PORT = 22;
const STANDARD_PORTS: Readonly<Record<string, number>> = {
  "https:": 443,
  "http:": 80,
  "ssh:": SSH_PORT,
};
/** `git@host:team/site.git`, as Git hosts display it. */
const SHORT_SSH = /^([\w.-]+)@([A-Za-z0-9.-]+):(?!\/)(\S+)$/;
/** A repository path that no command could take for an option, and that has no meaning in a shell. */
const REPOSITORY_PATH = /^(?:\/[A-Za-z0-9._~][A-Za-z0-9._~+%-]*)+\/?$/;

/**
 * Parses an HTTPS or SSH repository URL entered by a user, by the same rules. The short SSH form is converted to a URL.
 *
 * @throws CmsError `target_refused`
 */
export function parseRepository(text: string, { allow }: { readonly allow: readonly Cidr[] }): URL {
  const [, user, host, path] = SHORT_SSH.exec(text) ?? [];
  const long = path === undefined ? text : `ssh://${user}@${host}/${path}`;
  const url = long.startsWith("ssh://") ? parseSsh(long, allow) : parseTarget(long, { allow });
  if (url.search !== "") throw refused("contains a query");
  if (!REPOSITORY_PATH.test(url.pathname) || /(?:^|\/)\.\.(?:\/|$)/.test(url.pathname)) {
    throw refused("has no repository path");
  }
  return url;
}

function parseSsh(text: string, allow: readonly Cidr[]): URL {
  if (text.length > MAX_LENGTH || !PLAIN.test(text)) throw refused("is not a valid URL");
  const given = URL.parse(text);
  // Parsed as HTTPS, because the URL parser normalizes hosts such as 0x7f.1 only for web schemes.
  const read = given && URL.parse(`https://${given.host || "/"}`);
  if (given === null || read === null) throw refused("is not a valid URL");
  if (given.password !== "") throw refused("contains a password");
  if (!/^[A-Za-z_][\w.-]*$/.test(given.username)) throw refused("has no SSH user name");
  if (given.hash !== "" || text.includes("#")) throw refused("contains a fragment");
  const port = given.port === "" ? "" : `:${given.port}`;
  const url = new URL(
    `ssh://${given.username}@${read.hostname}${port}${given.pathname}${given.search}`,
  );
  checkPort(url);
  checkHost(url, allow);
  return url;
}

function checkPort({ port, protocol }: URL): void {
  const number = port === "" ? (STANDARD_PORTS[protocol] ?? 0) : Number(port);
  const isFree = number >= LEAST_FREE_PORT && !REFUSED_PORTS.has(number);
  const isStandard = protocol === "ssh:" ? number === SSH_PORT : WEB_PORTS.has(number);
  if (!isStandard && !isFree)
    throw refused(`uses port ${number}, which belongs to another service`);
}

function checkHost(url: URL, allow: readonly Cidr[]): void {
  const host = plainHost(url);
  if (isIpAddress(host)) {
    const problem = addressProblem(host, url, allow);
    if (problem !== undefined) throw refused(problem);
    return;
  }
  // If the operator allows private networks, a local name might resolve to one of them. The resolver decides.
  if (allow.length > 0) return;
  if (isLocalName(host)) throw refused("points to this machine or a private network");
  if (url.protocol === "http:") throw refused("does not use https");
}

/** Whether a name refers to the machine itself or its local network, never to the internet. */
export function isLocalName(host: string): boolean {
  return LOCAL_NAMES.test(host);
}

/** Returns the host of a URL without brackets and without the dot of the root. */
export function plainHost({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
}

/** Returns why HQ doesn't send to an IP address, or `undefined` if it does. */
export function addressProblem(
  address: string,
  { protocol }: Pick<URL, "protocol">,
  allow: readonly Cidr[],
): string | undefined {
  if (isInNetworks(address, allow)) return undefined;
  if (!isPublicAddress(address)) return "is not on the public internet";
  return protocol === "http:" ? "does not use https" : undefined;
}

/** @returns CmsError `target_refused` */
export function refused(why: string): CmsError {
  return new CmsError("target_refused", `The URL ${why}.`);
}
