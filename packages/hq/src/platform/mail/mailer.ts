import type { Transporter } from "nodemailer";
import type { Logger } from "pino";
import { createBackground } from "../background.ts";

/** A plain text email. */
interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export interface Mailer {
  /** Whether mail is sent. If false, it is written to the server log. */
  readonly delivers: boolean;
  /**
   * Sends a message in the background, so that neither success nor timing reveals whether there was one. Failures are
   * logged.
   */
  post(mail: Mail): void;
  /** Waits for messages in progress and closes the connection. */
  close(): Promise<void>;
}

export interface MailConfig {
  /** `smtp://user:password@host:587`, or `smtps://…`. */
  readonly smtpUrl: string;
  /** Email address, or `Name <address>`. */
  readonly from: string;
}

const TIMEOUT_MS = 15_000;

/** Sends mail over SMTP, or writes it to the log if no server is configured. */
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

/** Loaded on first use: the client is large, and mail is rare. */
async function openTransport(smtpUrl: string): Promise<Transporter> {
  const { createTransport } = await import("nodemailer");
  return createTransport({
    url: smtpUrl,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // Messages are generated text and must never reference files or URLs to fetch.
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
