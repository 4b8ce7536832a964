import { CmsError } from "@loam/cms-core";
import { type Cidr, isAddress, isInNetworks, isPublicAddress } from "./address-rules.ts";

const MAX_LENGTH = 2048;
/** Visible ASCII: no spaces, no line breaks, no letters that look like others. */
const PLAIN = /^[!-~]+$/;
const LEAST_FREE_PORT = 1024;
const WEB_PORTS: ReadonlySet<number> = new Set([80, 443]);
/**
 * Ports of services that could take a POST for a command, and those above 1023 that browsers
 * refuse.
 */
const REFUSED_PORTS: ReadonlySet<number> = new Set([
  1433, 1521, 1719, 1720, 1723, 2049, 2375, 2376, 2379, 2380, 3306, 3389, 3659, 4045, 4190, 5060,
  5061, 5432, 5672, 5900, 5984, 6000, 6379, 6443, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697,
  8086, 9042, 9092, 9200, 9300, 10_080, 10_250, 11_211, 27_017,
]);
/** Names of the machine itself, or of its network. */
const LOCAL_NAMES =
  /^(?:[^.]+|(?:.*\.)?(?:localhost|localdomain|local|internal|intranet|lan|corp|home|private|home\.arpa|onion|test|invalid))$/;

/**
 * The address that a person gave, when HQ may send there as far as the text can say; names are judged
 * again by what they resolve to, when it is saved and at every connection.
 *
 * @throws CmsError `target_refused`
 */
export function parseTarget(text: string, { allow }: { readonly allow: readonly Cidr[] }): URL {
  if (text.length > MAX_LENGTH) throw refused(`is longer than ${MAX_LENGTH} characters`);
  if (!PLAIN.test(text)) {
    throw refused("holds spaces or letters beyond ASCII; write such a name as xn--…");
  }
  const url = URL.parse(text);
  if (url === null) throw refused("is no URL");
  if (url.protocol !== "https:" && url.protocol !== "http:") throw refused("is not https");
  if (url.username !== "" || url.password !== "") throw refused("holds a user name or password");
  if (url.hash !== "" || text.includes("#")) throw refused("holds a fragment");
  checkPort(url);
  checkHost(url, allow);
  return url;
}

function checkPort({ port, protocol }: URL): void {
  const number = port === "" ? (protocol === "https:" ? 443 : 80) : Number(port);
  const isFree = number >= LEAST_FREE_PORT && !REFUSED_PORTS.has(number);
  if (!WEB_PORTS.has(number) && !isFree) throw refused(`has the port ${number} of another service`);
}

function checkHost(url: URL, allow: readonly Cidr[]): void {
  const host = hostOf(url);
  if (isAddress(host)) {
    const problem = addressProblem(host, url, allow);
    if (problem !== undefined) throw refused(problem);
    return;
  }
  // With networks of the operator's, a local name may lead there; the resolver says.
  if (allow.length > 0) return;
  if (isLocalName(host)) throw refused("names a machine of a private network");
  if (url.protocol !== "https:") throw refused("is not https");
}

/** Whether a name means the machine itself or its network, and nothing on the internet. */
export function isLocalName(host: string): boolean {
  return LOCAL_NAMES.test(host);
}

/** The host of a URL as an address or a name: without brackets, and without the dot of the root. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
}

/** Why HQ does not send to an address; `undefined` when it does. */
export function addressProblem(
  address: string,
  { protocol }: Pick<URL, "protocol">,
  allow: readonly Cidr[],
): string | undefined {
  if (isInNetworks(address, allow)) return undefined;
  if (!isPublicAddress(address)) return "is not on the public internet";
  return protocol === "https:" ? undefined : "is not https";
}

/** @returns CmsError `target_refused` */
export function refused(why: string): CmsError {
  return new CmsError("target_refused", `The address ${why}.`);
}
