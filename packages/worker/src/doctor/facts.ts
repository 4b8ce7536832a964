import type { Manifest } from "../mcp/manifest.ts";
import type { McpFile } from "../mcp/mcp-file.ts";
import type { SecretKey } from "../secrets/secrets.ts";

/** What is on this machine, as far as projects can get in each other's way there. */
export interface DoctorFacts {
  /** In the order in which they were deployed. */
  readonly projects: readonly ProjectFacts[];
  readonly mcp: McpFacts;
  readonly memory: MemoryFacts;
  readonly secrets: SecretFacts;
  readonly listeners: readonly Listener[];
  readonly resources: ResourceFacts;
  /** Each HQ that is followed and answered. */
  readonly hqs: readonly HqFacts[];
  readonly programs: ProgramFacts;
}

export interface HqFacts {
  readonly hqUrl: string;
  /** How far its clock is ahead of this machine's; absent: it did not say. */
  readonly aheadMs?: number;
  /** The oldest worker that it works with; absent: it did not say. */
  readonly minWorkerVersion?: string;
}

export interface ProgramFacts {
  readonly worker: string;
  readonly node: string;
  /** The oldest Node with which this worker works. */
  readonly neededNode: string;
  /** Absent: the worker itself runs skills. */
  readonly agent?: AgentFacts;
  /** Why no docker can be used; absent: it can, or no project asks for one. */
  readonly dockerFault?: string;
}

export interface AgentFacts {
  /** As it is called. */
  readonly program: string;
  /** Where it is; absent: not on the path of runs. */
  readonly path?: string;
  /** Absent: it did not say. */
  readonly version?: string;
}

export interface ProjectFacts {
  readonly id: string;
  readonly name: string;
  readonly manifest: Manifest;
  /** `""`: of no workspace. */
  readonly workspaceId: string;
  readonly directory: DirectoryFacts;
  /** Skills in the agent's folder inside the project's directory. */
  readonly ownSkills: readonly string[];
}

export interface DirectoryFacts {
  readonly path: string;
  /** Its one name; absent: it is not there. */
  readonly real?: string;
  readonly isWritable: boolean;
  /** Of the git repository that it is in, also of a work tree beside others. */
  readonly repository?: string;
}

export interface McpFacts {
  readonly path: string;
  readonly file: McpFile;
  /** Variables that servers refer to and nothing sets, by server. */
  readonly unset: ReadonlyMap<string, readonly string[]>;
  /** Servers whose program is not on the path of runs, by server. */
  readonly absentPrograms: ReadonlyMap<string, string>;
  /** Whether the agent asks a person before it uses this file. */
  readonly isAsked: boolean;
}

export interface MemoryFacts {
  /** Universal entries that name a project, by the project's id. */
  readonly bleeding: ReadonlyMap<
    string,
    { readonly count: number; readonly ids: readonly string[] }
  >;
  /** How many entries there are of projects that are not deployed here, by the project's id. */
  readonly orphans: ReadonlyMap<string, number>;
}

export interface SecretFacts {
  readonly keys: readonly SecretKey[];
  /** Secrets of a workspace that hide one of the whole worker with another value. */
  readonly hiding: readonly SecretKey[];
  /** Secrets with a reserved name that the operator allows. */
  readonly reserved: readonly string[];
}

export interface Listener {
  readonly port: number;
  readonly pid?: number;
  /** Where the process works. */
  readonly directory?: string;
}

export interface ResourceFacts {
  readonly cores: number;
  /** Over five minutes. */
  readonly load: number;
  readonly memoryBytes: number;
  readonly availableBytes: number;
  /** How much of the disk under each folder is in use, from 0 to 1. */
  readonly disks: ReadonlyMap<string, number>;
  /** Where no project may work: what the worker keeps, its skills, the person's whole folder. */
  readonly reservedFolders: readonly string[];
}
