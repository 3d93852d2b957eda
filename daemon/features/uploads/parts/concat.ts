import { AppError } from '#sdk/contract/errors.js';
import { UploadId } from '#sdk/contract/formats/primitives.js';
import { uploadsPath } from '#sdk/contract/uploads.js';

/** The uploads that a final upload consists of, in their order. */
export type Concat = 'partial' | readonly UploadId[];

/**
 * Reads the value of `Upload-Concat`, as tus concatenation has it: `partial`, or `final;` and the URLs of the parts,
 * separated by spaces, absolute or relative. Each part is named once.
 *
 * @throws AppError `upload_header_invalid`
 */
export function readConcat(text: string): Concat {
  if (text === 'partial') return text;
  const [kind, urls = '', ...rest] = text.split(';');
  const ids = urls.trim().split(/ +/).map(idOf);
  const isValid = kind === 'final' && rest.length === 0 && new Set(ids).size === ids.length;
  if (!isValid) throw invalid();
  return ids;
}

/** Returns the parts of a final upload from the header that its row keeps. */
export function partsOf(text: string): readonly UploadId[] {
  const concat = readConcat(text);
  return concat === 'partial' ? [] : concat;
}

function idOf(url: string): UploadId {
  const address = URL.canParse(url, base) ? new URL(url, base) : null;
  const [, id] = address ? (pattern.exec(address.pathname + address.search + address.hash) ?? []) : [];
  const parsed = UploadId.safeParse(id);
  if (!parsed.success) throw invalid();
  return parsed.data;
}

const base = `http://localhost${uploadsPath}`;
const pattern = new RegExp(`^${uploadsPath}/([^/?#]+)$`);

const invalid = () => new AppError('upload_header_invalid', { header: 'Upload-Concat' });
