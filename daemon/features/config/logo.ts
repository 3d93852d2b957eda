import { createHash } from 'node:crypto';
import { type AdminConfigVariable, logoLimits } from '#sdk/contract/config/api.js';
import { builtInLogo } from '#sdk/contract/config/general.js';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import type { AuditCause } from '../audit/types.ts';
import type { InstanceFile, InstanceFileRepo } from './files-repo.ts';
import { requireSquarePng } from './png.ts';
import type { ConfigService } from './service.ts';

interface Deps {
  uow: UnitOfWork<{ instanceFiles: InstanceFileRepo }>;
  config: Pick<ConfigService, 'setPicture'>;
}

export interface Logo {
  /**
   * Replaces the logo for everybody at once.
   *
   * @throws AppError `logo_not_png`, `logo_not_square`, `logo_too_large`, `logo_damaged`
   */
  upload(bytes: Uint8Array, by: AuditCause): Promise<AdminConfigVariable>;
  /** Returns the uploaded logo, at most a second old; null: the built-in one applies. */
  read(): Promise<InstanceFile | null>;
}

const key = 'general.logo';

export function createLogo({ uow, config }: Deps): Logo {
  /** Read again only when the logo has changed. */
  let held: InstanceFile | null = null;

  return {
    async upload(bytes, by) {
      await requireSquarePng(bytes, logoLimits);
      const version = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
      const file = { version, content: Buffer.from(bytes) };
      return config.setPicture({ key, text: `${builtInLogo}?v=${version}`, file }, by);
    },

    async read() {
      const version = await uow.recall('logo', (read) => read.instanceFiles.findVersion(key));
      if (version === null) held = null;
      else if (held?.version !== version) held = await uow.read.instanceFiles.find(key);
      return held;
    },
  };
}
