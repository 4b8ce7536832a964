import { expect, test } from "vitest";
import { startMailbox } from "../../../../../tests/support/hq/mailbox.ts";
import { answerWith } from "../../../../../tests/support/hq/webhook-receiver.ts";
import { publishOne, startHookedSite } from "./webhooks.fixture.ts";

test("notifies the admins of a site once when a webhook is disabled (WHK-15)", async () => {
  const mailbox = await startMailbox();
  const site = await startHookedSite({
    LOAM_WEBHOOK_ALLOW: "127.0.0.0/8",
    LOAM_SMTP_URL: mailbox.url,
    LOAM_MAIL_FROM: "cms@example.test",
  });
  await site.hq.addPerson("owner", "owner");
  const receiver = await site.receiver(answerWith(410));
  await site.addWebhook(`${receiver.url}secret-path`);
  for (const slug of ["one", "two", "three"]) await publishOne({ site }, slug);
  await site.deliver();
  const letters = [await mailbox.next(), await mailbox.next()];
  expect(letters.flatMap(({ to }) => to).toSorted()).toEqual([
    "admin@example.test",
    "owner@example.test",
  ]);
  for (const { text } of letters) {
    expect(text).toContain("Subject: Webhook disabled: Blog");
    expect(text).toContain(`to ${new URL(receiver.url).host} of`);
    expect(text).toContain("410");
    expect(text).not.toContain("secret-path");
  }
  await publishOne({ site }, "four");
  await site.deliver();
  expect(mailbox.letters).toHaveLength(2);
});
