import type { ReactNode } from "react";
import { useParams } from "react-router";
import { SkillVersions } from "../../hub/skills/versions.tsx";

export function Component(): ReactNode {
  const { name = "" } = useParams();
  return <SkillVersions key={name} name={name} />;
}
