import type { ProjectManifest } from "@loam/cms-core/advice";
import type { McpFile } from "../mcp/mcp-file.ts";
import type { SecretKey } from "../secrets/secrets.ts";

/** Facts about this machine that can cause conflicts between projects. */
export interface DoctorFacts {
  /** In the order of their deployment. */
  readonly projects: readonly ProjectFacts[];
  readonly mcp: McpFacts;
  readonly memory: MemoryFacts;
  readonly secrets: SecretFacts;
  readonly listeners: readonly Listener[];
  readonly resources: ResourceFacts;
  /** Each followed HQ that responded. */
  readonly hqs: readonly HqFacts[];
  readonly programs: ProgramFacts;
}

export interface HqFacts {
  readonly hqUrl: string;
  /** How far its clock is ahead of this machine's; absent: unknown. */
  readonly aheadMs?: number;
  /** The oldest worker version that it supports; absent: unknown. */
  readonly minWorkerVersion?: string;
}

export interface ProgramFacts {
  readonly worker: string;
  readonly node: string;
  /** The oldest Node version that this worker supports. */
  readonly neededNode: string;
  /** Absent: the worker itself runs skills. */
  readonly agent?: AgentFacts;
  /** Why Docker cannot be used; absent: it can, or no project needs it. */
  readonly dockerFault?: string;
}

export interface AgentFacts {
  /** Name of its command. */
  readonly program: string;
  /** Its path; absent: not on the `PATH` of runs. */
  readonly path?: string;
  /** Absent: unknown. */
  readonly version?: string;
}

export interface ProjectFacts {
  readonly id: string;
  readonly name: string;
  readonly manifest: ProjectManifest;
  /** `""`: no workspace. */
  readonly workspaceId: string;
  readonly directory: DirectoryFacts;
  /** Skills in the agent's folder inside the project's directory. */
  readonly ownSkills: readonly string[];
}

export interface DirectoryFacts {
  readonly path: string;
  /** Its resolved path; absent: it doesn't exist. */
  readonly real?: string;
  readonly isWritable: boolean;
  /** The Git repository that contains it, including for linked worktrees. */
  readonly repository?: string;
}

export interface McpFacts {
  readonly path: string;
  readonly file: McpFile;
  /** Variables that servers use but nothing sets, by server. */
  readonly unset: ReadonlyMap<string, readonly string[]>;
  /** Missing commands of servers, by server. */
  readonly absentPrograms: ReadonlyMap<string, string>;
  /** Whether the agent asks the user before it uses this file. */
  readonly promptsUser: boolean;
}

export interface MemoryFacts {
  /** Universal entries that name a project, by project id. */
  readonly bleeding: ReadonlyMap<
    string,
    { readonly count: number; readonly ids: readonly string[] }
  >;
  /** Number of entries of projects that aren't deployed here, by project id. */
  readonly orphans: ReadonlyMap<string, number>;
}

export interface SecretFacts {
  readonly keys: readonly SecretKey[];
  /** Secrets of a workspace that override one of the whole worker with another value. */
  readonly hiding: readonly SecretKey[];
  /** Secrets with a reserved name that the operator allows. */
  readonly reserved: readonly string[];
}

export interface Listener {
  readonly port: number;
  readonly pid?: number;
  /** Working directory of the process. */
  readonly directory?: string;
}

export interface ResourceFacts {
  readonly cores: number;
  /** Over five minutes. */
  readonly load: number;
  readonly memoryBytes: number;
  readonly availableBytes: number;
  /** Usage of the disk under each folder, from 0 to 1. */
  readonly disks: ReadonlyMap<string, number>;
  /** Folders in which no project can work: the worker's files, its skills, and the user's home itself. */
  readonly reservedFolders: readonly string[];
}
