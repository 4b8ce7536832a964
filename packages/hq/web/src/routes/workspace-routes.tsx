import { Navigate, type RouteObject } from "react-router";
import { WorkspaceFrame } from "../shell/frame/workspace-frame.tsx";
import { PartMessages } from "../shell/part-messages.tsx";
import { screen } from "./screen.ts";

/** The screens of a workspace: skills, workers, runs, and settings. */
export const WORKSPACE_ROUTE: RouteObject = {
  path: "/workspaces/:ws",
  element: <WorkspaceFrame />,
  children: [
    { index: true, element: <Navigate to="skills" replace /> },
    {
      element: <PartMessages part="workspace" />,
      children: [
        {
          path: "settings",
          lazy: screen(() => import("../workspace/settings-frame.tsx"), "WorkspaceSettingsFrame"),
          children: [
            { index: true, element: <Navigate to="general" replace /> },
            {
              path: "general",
              lazy: screen(
                () => import("../workspace/general-section.tsx"),
                "WorkspaceGeneralSection",
              ),
            },
            {
              path: "members",
              lazy: screen(
                () => import("../workspace/members-section.tsx"),
                "WorkspaceMembersSection",
              ),
            },
            {
              path: "plan",
              lazy: screen(() => import("../workspace/plan-section.tsx"), "PlanSection"),
            },
            {
              path: "offers",
              lazy: screen(
                () => import("../workspace/transfer-requests-section.tsx"),
                "TransferRequestsSection",
              ),
            },
            {
              element: <PartMessages part="audit" />,
              children: [
                {
                  path: "audit",
                  lazy: screen(
                    () => import("../workspace/audit-section.tsx"),
                    "WorkspaceAuditSection",
                  ),
                },
              ],
            },
          ],
        },
      ],
    },
    {
      element: <PartMessages part="hub" />,
      children: [
        {
          path: "skills",
          lazy: screen(() => import("../hub/skills/skills-screen.tsx"), "SkillsScreen"),
        },
        {
          // This screen uses the text editor of entries.
          element: <PartMessages part="entry" />,
          children: [
            {
              path: "skills/:name",
              lazy: screen(() => import("../hub/skills/edit/skill-screen.tsx"), "SkillScreen"),
            },
          ],
        },
        {
          path: "skills/:name/versions",
          lazy: screen(
            () => import("../hub/skills/skill-versions-screen.tsx"),
            "SkillVersionsScreen",
          ),
        },
        {
          element: <PartMessages part="review" />,
          children: [
            {
              path: "skill-changes",
              lazy: screen(
                () => import("../review/skills/skill-changes-screen.tsx"),
                "SkillChangesScreen",
              ),
            },
            {
              path: "skill-changes/:change",
              lazy: screen(
                () => import("../review/skills/skill-change-screen.tsx"),
                "SkillChangeScreen",
              ),
            },
          ],
        },
        {
          path: "workers",
          lazy: screen(() => import("../hub/workers/workers-screen.tsx"), "WorkersScreen"),
        },
        {
          path: "workers/:id",
          lazy: screen(() => import("../hub/workers/worker-screen.tsx"), "WorkerScreen"),
        },
        {
          path: "projects",
          lazy: screen(() => import("../hub/projects/projects-screen.tsx"), "ProjectsScreen"),
        },
        {
          path: "projects/:id",
          lazy: screen(() => import("../hub/projects/project-screen.tsx"), "ProjectScreen"),
        },
        {
          path: "workflows",
          lazy: screen(() => import("../hub/workflows/workflows-screen.tsx"), "WorkflowsScreen"),
        },
        {
          path: "workflows/:id",
          lazy: screen(() => import("../hub/workflows/workflow-screen.tsx"), "WorkflowScreen"),
        },
        {
          path: "runs",
          lazy: screen(() => import("../hub/runs/runs-screen.tsx"), "RunsScreen"),
        },
        {
          path: "runs/:id",
          lazy: screen(() => import("../hub/runs/run-screen.tsx"), "RunScreen"),
        },
        {
          path: "variables",
          lazy: screen(() => import("../hub/variables/variables-screen.tsx"), "VariablesScreen"),
        },
        {
          path: "secrets",
          lazy: screen(() => import("../hub/secrets/secrets-screen.tsx"), "SecretsScreen"),
        },
      ],
    },
  ],
};
