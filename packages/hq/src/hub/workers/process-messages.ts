import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import { openSignals } from "../../platform/db/process-signals.ts";
import type { Hq } from "../../platform/hq.ts";

/** Messages of up to a megabyte to the other processes of this HQ. Delivery isn't guaranteed. */
export interface ProcessMessages {
  send(message: unknown): void;
  close(): Promise<void>;
}

/** A notification of PostgreSQL has less than 8000 bytes. */
const PART_CHARACTERS = 6000;
const MAX_PARTS = 300;
/** Incomplete messages are dropped after this time. */
const ARRIVAL_MS = 10_000;

interface Arriving {
  readonly parts: string[];
  left: number;
}

/** With SQLite there are no other processes, and nothing is sent. */
export function openProcessMessages(
  hq: Pick<Hq, "database" | "config">,
  { onMessage, log }: { readonly onMessage: (message: unknown) => void; readonly log: Logger },
): ProcessMessages {
  const arriving = new Map<string, Arriving>();
  const signals = openSignals(hq, { channel: "worker_live", onSignal: take, log });

  function take(text: string): void {
    const [, id, at, of, part] = /^(\S{36}) (\d{1,3})\/(\d{1,3}) (\S+)$/.exec(text) ?? [];
    if (id === undefined || part === undefined) return;
    const message = arriving.get(id) ?? startArriving(id, Number(of));
    if (message.parts[Number(at)] === undefined) message.left -= 1;
    message.parts[Number(at)] = part;
    if (message.left > 0) return;
    arriving.delete(id);
    onMessage(parseMessage(message.parts.join("")));
  }

  function startArriving(id: string, count: number): Arriving {
    const message = { parts: [], left: count };
    arriving.set(id, message);
    setTimeout(() => arriving.delete(id), ARRIVAL_MS).unref();
    return message;
  }

  return {
    send(message) {
      const text = Buffer.from(JSON.stringify(message)).toString("base64url");
      const count = Math.ceil(text.length / PART_CHARACTERS);
      if (count > MAX_PARTS) return;
      const id = randomUUID();
      for (let at = 0; at < count; at += 1) {
        const part = text.slice(at * PART_CHARACTERS, (at + 1) * PART_CHARACTERS);
        signals.send(`${id} ${at}/${count} ${part}`);
      }
    },
    close: () => signals.close(),
  };
}

function parseMessage(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, "base64url").toString());
  } catch {
    return undefined;
  }
}
