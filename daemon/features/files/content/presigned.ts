import type { Blobs } from '../../../storage/blobs.ts';
import { selectBytes } from '../../../transfer/select-bytes.ts';
import type { ConfigReader } from '../../config/reader.ts';
import type { DownloadCounts } from '../download-counts.ts';
import type { Holds } from '../holds.ts';
import type { AuthorizedShare, FileRecord } from '../types.ts';
import { fileContent } from './content.ts';
import { type Delivery, isVisit } from './deliver.ts';
import { dispositionOf } from './headers.ts';
import { mediaTypeOf, savedTypeOf } from './media-types.ts';

interface Deps {
  config: ConfigReader;
  blobs: Pick<Blobs, 'presign'>;
  delivery: Delivery;
  counts: Pick<DownloadCounts, 'noteFile' | 'noteEnd'>;
  holds: Pick<Holds, 'refuse'>;
}

/**
 * Redirects downloads to the bucket where that is allowed. The link works without the share for a minute, so it is only
 * for shares that everybody with their link can download as often as they like.
 */
export function createPresigned({ config, blobs, delivery, counts, holds }: Deps): Delivery {
  async function linkTo({ share }: AuthorizedShare, file: FileRecord): Promise<string | null> {
    const isLimited = share.passwordHash !== null || share.maxViews !== null;
    if (isLimited || file.pack !== null || file.damagedAt !== null || file.size === 0) return null;
    const { name } = fileContent(file, false);
    const disposition = await dispositionOf({ name, isInline: false });
    return (await blobs.presign?.(file.id, { type: savedTypeOf(mediaTypeOf(name)), disposition })) ?? null;
  }

  return {
    archive: delivery.archive,

    async file(ctx, authorized, wanted) {
      const { file, isInline } = wanted;
      // Neither the bucket nor the other origin is needed to refuse it.
      holds.refuse(file);
      const { method, headers } = ctx;
      // The page shows files from its own origin only, and the entity tags of the server are not those of the bucket.
      const isPlain = method === 'GET' && !isInline && !knowsTag(headers, fileContent(file, false).etag);
      const isOn = blobs.presign !== undefined && config.get('share.presignedDownloads');
      const link = isOn && isPlain ? await linkTo(authorized, file) : null;
      if (link === null) return delivery.file(ctx, authorized, wanted);
      const { range } = headers;
      const part = selectBytes({ method, headers: { range } }, fileContent(file, false));
      // Counted now, because the server does not see the download.
      if ('start' in part) {
        if (part.start === 0 && isVisit(authorized)) counts.noteFile(file.shareKey, file.id);
        if (part.end === file.size) counts.noteEnd();
      }
      ctx.status = 307;
      ctx.set({ Location: link, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
    },
  };
}

const conditions = ['if-range', 'if-match', 'if-none-match'] as const;

function knowsTag(headers: Readonly<Record<string, string | string[] | undefined>>, etag: string): boolean {
  return conditions.some((name) => headers[name]?.includes(etag));
}
