import { createHash } from 'node:crypto';
import { type AdminConfigVariable, pictureLimits } from '#sdk/contract/config/api.js';
import { builtInLogo, coverPath } from '#sdk/contract/config/general.js';
import type { PictureFormat } from '#sdk/contract/config/rows.js';
import type { UnitOfWork } from '../../../db/unit-of-work.ts';
import type { AuditCause } from '../../audit/types.ts';
import type { InstanceFile, InstanceFileRepo } from '../files-repo.ts';
import type { ConfigService } from '../service.ts';
import { requireCover } from './cover.ts';
import { requireSquarePng } from './png.ts';

interface Deps {
  uow: UnitOfWork<{ instanceFiles: InstanceFileRepo }>;
  config: Pick<ConfigService, 'setPicture'>;
}

/** The pictures of the instance that an administrator can upload. */
export interface Pictures {
  /**
   * Replaces a picture for everybody at once.
   *
   * @throws AppError `logo_not_png`, `logo_not_square`, `logo_too_large`, `logo_damaged`, `cover_wrong_type`,
   *   `cover_too_large`, `cover_damaged`
   */
  upload(name: PictureFormat, bytes: Uint8Array, by: AuditCause): Promise<AdminConfigVariable>;
  /** Returns the uploaded picture, at most a second old; null: there is none. */
  read(name: PictureFormat): Promise<InstanceFile | null>;
}

/** The variable of each picture, and the path where it is served. */
export const pictureTable = {
  logo: { key: 'general.logo', path: builtInLogo },
  cover: { key: 'general.cover', path: coverPath },
} as const satisfies Record<PictureFormat, unknown>;

const checks = { logo: requireSquarePng, cover: requireCover };

/** Returns the change that sets a picture, which has been checked: the address has its version. */
export function toPictureChange(name: PictureFormat, bytes: Uint8Array) {
  const { key, path } = pictureTable[name];
  const version = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  return { key, text: `${path}?v=${version}`, file: { version, content: Buffer.from(bytes) } };
}

export function createPictures({ uow, config }: Deps): Pictures {
  /** Read again only when the picture has changed. */
  const held = new Map<PictureFormat, InstanceFile>();

  return {
    async upload(name, bytes, by) {
      await checks[name](bytes, pictureLimits[name]);
      return config.setPicture(toPictureChange(name, bytes), by);
    },

    async read(name) {
      const { key } = pictureTable[name];
      const version = await uow.recall(`picture ${name}`, (read) => read.instanceFiles.findVersion(key));
      const known = held.get(name);
      if (version !== null && known?.version === version) return known;
      const file = version === null ? null : await uow.read.instanceFiles.find(key);
      if (file) held.set(name, file);
      else held.delete(name);
      return file;
    },
  };
}
