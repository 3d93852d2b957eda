import type { ConfigKey } from '#sdk/contract/config.js';
import type { ReverseShareId, ShareKey, UserId } from '#sdk/contract/formats/primitives.js';
import type {
  ImportCount,
  ImportFinding,
  ImportFindingCode,
  ImportKind,
} from '#sdk/contract/host/imports.js';
import type { Core } from '../../app/core.ts';
import type { ReverseShareRecord } from '../../features/reverse-shares/types.ts';
import type { UserRecord } from '../../features/users/types.ts';
import type {
  Source,
  SourceFile,
  SourceLink,
  SourceReverseShare,
  SourceSetting,
  SourceShare,
  SourceUser,
} from '../model.ts';
import type { SourcePlace } from '../places.ts';
import { planSettings } from './settings.ts';
import { planShares } from './shares.ts';
import { planReverseShares, planUsers } from './users.ts';

/** What an import is going to do, and what it is not. */
export interface Plan {
  source: Source;
  settings: readonly SourceSetting[];
  users: readonly PlannedUser[];
  reverseShares: readonly PlannedReverseShare[];
  shares: readonly PlannedShare[];
  additions: readonly PlannedAddition[];
  counts: Record<ImportKind, ImportCount>;
  bytes: { found: number; imported: number };
  findings: ImportFinding[];
}

export interface PlannedUser {
  from: SourceUser;
  record: UserRecord;
  links: readonly SourceLink[];
}

export interface PlannedReverseShare {
  from: SourceReverseShare;
  record: ReverseShareRecord;
}

export interface PlannedShare {
  from: SourceShare;
  ownerId: UserId | null;
  reverseShareId: ReverseShareId | null;
  /** Visitors are kept out by a password that nobody knows: until its owner sets another one. */
  isLocked: boolean;
  state: 'active' | 'expired';
  files: readonly PlannedFile[];
}

/** Files that come into a share which an earlier run has imported. */
export interface PlannedAddition {
  from: SourceShare;
  key: ShareKey;
  files: readonly PlannedFile[];
}

export interface PlannedFile {
  from: SourceFile;
  /** The id of its blob, the same in every run. */
  id: string;
  path: string;
  /** Where its bytes were found. */
  place: SourcePlace;
  /** Bytes there. */
  stored: number;
}

/** What the parts of a plan share. */
export interface Planning {
  core: Pick<Core, 'uow' | 'config' | 'clock' | 'seal'>;
  source: Source;
  /** Returns the value that a variable will have after the import. */
  settingOf(key: ConfigKey): string;
  note(code: ImportFindingCode, name: string, detail?: string): void;
  count(kind: ImportKind, field: keyof ImportCount, by?: number): void;
}

/** Decides what to import; changes nothing. */
export async function makePlan(core: Planning['core'], source: Source): Promise<Plan> {
  const findings = [...source.findings];
  const counts: Plan['counts'] = {
    users: newCount(),
    reverseShares: newCount(),
    shares: newCount(),
    files: newCount(),
    settings: newCount(),
  };
  let settings: readonly SourceSetting[] = [];
  const planning: Planning = {
    core,
    source,
    settingOf: (key) =>
      settings.find((setting) => setting.key === key)?.value ?? String(core.config.get(key)),
    note: (code, name, detail) => void findings.push({ code, name, ...(detail && { detail }) }),
    count: (kind, field, by = 1) => void (counts[kind][field] += by),
  };
  for (const kind of ['shares', 'files', 'settings'] as const) {
    counts[kind].found += source.left[kind];
    counts[kind].left += source.left[kind];
  }
  settings = await planSettings(planning);
  const { users, ids } = await planUsers(planning);
  const reverseShares = await planReverseShares(planning, ids);
  const ofShares = await planShares(planning, {
    users: ids,
    reverseShares: reverseShares.ids,
    retentionHours: Number(planning.settingOf('share.retention')),
  });
  return {
    source,
    settings,
    users,
    reverseShares: reverseShares.planned,
    ...ofShares,
    counts,
    findings,
  };
}

const newCount = (): ImportCount => ({ found: 0, imported: 0, present: 0, left: 0 });
