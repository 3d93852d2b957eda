import { AppError } from '../../contract/errors.ts';

/** The parts of a share link. */
export interface ShareLink {
  /** ID of the share. */
  id: string;
  /** The server of the link (`https://files.example.org`), or null when only an id was given. */
  baseUrl: string | null;
}

const idPattern = /^[A-Za-z0-9_-]{3,50}$/;
/** The last are the links of files that Pingvin Share has copied. */
const pagePattern = /^\/(?:(?:s|share|d)\/|api\/shares\/(?=[^/]+\/files\/))([A-Za-z0-9_-]{3,50})(?:\/.*)?$/;

/**
 * Parses the link of a share in any of its forms (`/s/…`, `/share/…`, `/d/…`, `/api/shares/…/files/…`), or a bare id.
 *
 * @throws AppError `share_not_found` when the text is neither
 * @example
 * parseShareLink('https://files.example.org/s/Xy12Ab34Cd56Ef78'); // { id: 'Xy12…', baseUrl: 'https://files.example.org' }
 */
export function parseShareLink(linkOrId: string): ShareLink {
  const text = linkOrId.trim();
  if (idPattern.test(text)) return { id: text, baseUrl: null };
  if (!URL.canParse(text)) throw new AppError('share_not_found');
  const url = new URL(text);
  const id = pagePattern.exec(url.pathname)?.[1];
  if (!id || !/^https?:$/.test(url.protocol)) throw new AppError('share_not_found');
  return { id, baseUrl: url.origin };
}
