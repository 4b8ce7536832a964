import type { Transporter } from "nodemailer";
import type { Logger } from "pino";
import { createBackground } from "../background.ts";

/** A message in plain text. */
interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export interface Mailer {
  /** Whether messages reach people; otherwise they are written to the server's log. */
  readonly delivers: boolean;
  /**
   * Sends a message in the background: whether and how fast it is accepted must not reveal whether
   * there was one. A failure is logged.
   */
  post(mail: Mail): void;
  /** Waits for messages under way, and closes the connection. */
  close(): Promise<void>;
}

export interface MailConfig {
  /** `smtp://user:password@host:587`, or `smtps://…`. */
  readonly smtpUrl: string;
  /** Address, or `Name <address>`. */
  readonly from: string;
}

const TIMEOUT_MS = 15_000;

/** Sends mail over SMTP, or writes it to the log where no server is configured. */
export function createMailer(config: MailConfig | undefined, log: Logger): Mailer {
  return config === undefined ? logMailer(log) : smtpMailer(config, log);
}

function smtpMailer({ smtpUrl, from }: MailConfig, log: Logger): Mailer {
  let transport: Promise<Transporter> | undefined;
  const background = createBackground(log);

  async function send({ to, subject, text }: Mail): Promise<void> {
    try {
      transport ??= openTransport(smtpUrl);
      const opened = await transport;
      await opened.sendMail({ from, to: { name: "", address: to }, subject, text });
    } catch (error) {
      log.error({ err: error, subject }, "An email could not be sent. Check LOAM_SMTP_URL.");
    }
  }

  return {
    delivers: true,
    post: (mail) => background.run(() => send(mail)),
    async close() {
      await background.idle();
      const opened = await transport?.catch(() => undefined);
      opened?.close();
    },
  };
}

/** The client is large, and mail is seldom sent. */
async function openTransport(smtpUrl: string): Promise<Transporter> {
  const { createTransport } = await import("nodemailer");
  return createTransport({
    url: smtpUrl,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // A message is text that was made here; nothing of it may name a file or an address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

function logMailer(log: Logger): Mailer {
  return {
    delivers: false,
    post({ to, subject, text }) {
      log.warn({ to, subject }, `Email is not configured (LOAM_SMTP_URL). Pass this on: ${text}`);
    },
    close: () => Promise.resolve(),
  };
}
