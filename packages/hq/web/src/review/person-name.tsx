import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import type { NamedPerson } from "../api/changes/review-place.ts";
import { useSession } from "../api/people/session.ts";

export type Names = ReadonlyMap<string, string>;

/** The names that an answer has, by user id. */
export function namesOf(...people: readonly (readonly NamedPerson[] | undefined)[]): Names {
  return new Map(people.flatMap((all = []) => all.map(({ id, name }) => [id, name] as const)));
}

interface PersonNameProps {
  readonly id: string | null;
  readonly names: Names;
}

/** A person by name: oneself as You, and who is gone as somebody. */
export function PersonName({ id, names }: PersonNameProps): ReactNode {
  const { data: session } = useSession();
  if (id !== null && id === session?.user.id) return <FormattedMessage id="review.you" />;
  return (id !== null && names.get(id)) || <FormattedMessage id="review.somebody" />;
}
