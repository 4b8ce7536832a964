import { ShieldCheck } from "lucide-react";
import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { useReviewVersion } from "../../api/hub/skill-review.ts";
import type { SkillVersion } from "../../api/hub/skills.ts";
import { Button } from "../../ui/button.tsx";
import { Refusal } from "../../ui/notes/refusal.tsx";
import { Tag } from "../../ui/tag.tsx";

interface ReviewTagProps {
  readonly review: SkillVersion["review"];
}

/** Who reviewed a version, or that no one has. */
export function ReviewTag({ review }: ReviewTagProps): ReactNode {
  if (review === null) {
    return (
      <Tag tone="ochre">
        <FormattedMessage id="hub.notReviewed" />
      </Tag>
    );
  }
  const { by, alone } = review;
  return (
    <Tag tone="leaf">
      <FormattedMessage
        id={by === null ? "hub.reviewed" : alone ? "hub.reviewedAlone" : "hub.reviewedBy"}
        values={{ name: by?.name }}
      />
    </Tag>
  );
}

interface ReviewActProps {
  readonly name: string;
  readonly version: SkillVersion;
}

/** Marks a version as reviewed, if the user is allowed to. */
export function ReviewAct({ name, version }: ReviewActProps): ReactNode {
  const act = useReviewVersion(name);
  if (!version.reviewable) return null;
  return (
    <div>
      <Button isWorking={act.isPending} onPress={() => act.mutate(version.version)}>
        <ShieldCheck size={15} aria-hidden="true" />
        <FormattedMessage id="hub.markReviewed" values={{ version: version.version }} />
      </Button>
      <Refusal error={act.error} />
    </div>
  );
}
