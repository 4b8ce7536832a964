import { once } from "node:events";
import { SMTPServer } from "smtp-server";
import { onTestFinished } from "vitest";

interface Letter {
  readonly to: readonly string[];
  /** Headers and body, without soft line breaks. */
  readonly text: string;
}

export interface Mailbox {
  /** For `LOAM_SMTP_URL`. */
  readonly url: string;
  readonly letters: readonly Letter[];
  /** Returns the next unread email, waiting for it if necessary. */
  next(): Promise<Letter>;
}

/** Starts a mail server that stores what it receives, until the test ends. */
export async function startMailbox(): Promise<Mailbox> {
  const letters: Letter[] = [];
  let taken = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, session, done) {
      let source = "";
      stream.setEncoding("utf8").on("data", (part: string) => (source += part));
      stream.on("end", () => {
        letters.push({
          to: session.envelope.rcptTo.map(({ address }) => address),
          text: source.replaceAll("=\r\n", "").replaceAll("=3D", "="),
        });
        server.emit("letter");
        done();
      });
    },
  });
  server.on("error", () => {});
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  onTestFinished(async () => {
    const closed = once(server.server, "close");
    server.close();
    await closed;
  });
  const address = server.server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `smtp://127.0.0.1:${port}`,
    letters,
    async next() {
      while (letters.length <= taken) await once(server, "letter");
      const letter = letters[taken];
      taken += 1;
      if (letter === undefined) throw new Error("There is no letter.");
      return letter;
    },
  };
}
