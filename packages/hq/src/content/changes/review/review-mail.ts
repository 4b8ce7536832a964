import type { ControlDatabase } from "../../../platform/db/database.ts";
import type { Mailer } from "../../../platform/mail/mailer.ts";
import type { ReviewedRepository } from "../change-place.ts";
import type { Change } from "../changes.ts";
import { type Comment, listComments } from "./comments.ts";
import { mentionedIn, plainMentions } from "./mentions.ts";
import type { Review } from "./reviews.ts";

interface MailDeps {
  readonly database: ControlDatabase;
  readonly mailer: Mailer;
}

/** An action on a change request and the user who took it. */
interface ChangeAction {
  readonly place: ReviewedRepository;
  readonly change: Change;
  readonly by: { readonly userId: string; readonly name: string };
}

/** Notifies requested reviewers. */
export async function mailReviewRequest(
  deps: MailDeps,
  done: ChangeAction,
  reviewers: readonly string[],
): Promise<void> {
  const { by, change } = done;
  await send(deps, done, reviewers, [
    `${by.name} requested your review: ${change.title}`,
    change.description,
  ]);
}

/** Notifies the author of the change request, participants of the thread, and mentioned users of a comment. */
export async function mailComment(
  deps: MailDeps,
  done: ChangeAction,
  { threadId, body, path, field }: Comment,
): Promise<void> {
  const { by, change } = done;
  const thread = (await listComments(deps.database, change)).filter(
    (comment) => comment.threadId === threadId,
  );
  const about = [path, field].filter((part) => part !== null).join(", ");
  const place = about === "" ? "" : ` (${about})`;
  await send(
    deps,
    done,
    [change.createdBy, ...thread.map(({ userId }) => userId), ...mentionedIn(body)],
    [`${by.name} commented${place}:`, plainMentions(body)],
  );
}

/** Notifies users who were mentioned in an edited comment. */
export async function mailMentions(
  deps: MailDeps,
  done: ChangeAction,
  { before, body }: { readonly before: string; readonly body: string },
): Promise<void> {
  const known = new Set(mentionedIn(before));
  const named = mentionedIn(body).filter((id) => !known.has(id));
  await send(deps, done, named, [
    `${done.by.name} mentioned you in a comment:`,
    plainMentions(body),
  ]);
}

/** Notifies the author of a review. */
export async function mailReview(
  deps: MailDeps,
  done: ChangeAction,
  verdict: Review["verdict"],
): Promise<void> {
  const { by, change } = done;
  const outcome = verdict === "approved" ? "approved your change request" : "requested changes";
  await send(deps, done, [change.createdBy], [`${by.name} ${outcome}.`]);
}

/** Notifies the author and the reviewers that a change request was merged or closed. */
export async function mailEnd(deps: MailDeps, done: ChangeAction): Promise<void> {
  const { by, change } = done;
  const outcome =
    change.state === "merged" ? "merged the change request" : "closed the change request";
  await send(deps, done, [change.createdBy, ...change.reviewers], [`${by.name} ${outcome}.`]);
}

/** Skips the user who acted, and users without read access. */
async function send(
  { mailer }: MailDeps,
  { place, change, by }: ChangeAction,
  people: readonly (string | null)[],
  paragraphs: readonly string[],
): Promise<void> {
  if (!mailer.delivers) return;
  const subject = `[${place.name}] ${change.title} (${change.number})`.replaceAll(/\s+/g, " ");
  const text = [...paragraphs.filter((line) => line !== ""), place.addressOf(change.number)];
  for (const id of new Set(people)) {
    if (id === null || id === by.userId) continue;
    const reader = await place.findReader(id);
    if (reader === undefined) continue;
    mailer.post({ to: reader.email, subject, text: text.join("\n\n") });
  }
}
