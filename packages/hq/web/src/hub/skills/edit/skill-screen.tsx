import type { ReactNode } from "react";
import { useParams } from "react-router";
import { useSession } from "../../../api/session.ts";
import { useWorkspaceSlug } from "../../../api/workspaces.ts";
import { SkillEditor } from "./skill-editor.tsx";

export function SkillScreen(): ReactNode {
  const { name = "" } = useParams();
  const ws = useWorkspaceSlug();
  const { data: session } = useSession();
  if (!session) return null;
  return <SkillEditor key={name} place={{ user: session.user.id, ws, name }} />;
}
