import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import type { NamedPerson } from "../../api/changes/review-context.ts";
import { useSession } from "../../api/session.ts";

export type Names = ReadonlyMap<string, string>;

/** Collects names by user id from responses. */
export function namesOf(...people: readonly (readonly NamedPerson[] | undefined)[]): Names {
  return new Map(people.flatMap((all = []) => all.map(({ id, name }) => [id, name] as const)));
}

interface PersonNameProps {
  readonly id: string | null;
  readonly names: Names;
}

/** A person's name: “You” for the current user, and a generic name for deleted users. */
export function PersonName({ id, names }: PersonNameProps): ReactNode {
  const { data: session } = useSession();
  if (id !== null && id === session?.user.id) return <FormattedMessage id="review.you" />;
  return (id !== null && names.get(id)) || <FormattedMessage id="review.somebody" />;
}
