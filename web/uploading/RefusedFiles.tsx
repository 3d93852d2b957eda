import { useTranslator } from '../lib/i18n.tsx';
import { FormError } from '../ui/feedback/FormError.tsx';
import { TruncatedList } from '../ui/lists/TruncatedList.tsx';
import type { RefusedFile } from './picked-files.ts';

const shownAtMost = 8;

/** Characters that nobody sees, and those that turn what is after them, would show another name. */
const makeVisible = (path: string) =>
  path.replaceAll(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '\ufffd');

/** Files that are left out because of their names, before anything is sent. */
export function RefusedFiles({ refused }: { refused: readonly RefusedFile[] }) {
  const { t } = useTranslator();
  if (refused.length === 0) return null;
  const items = refused.map(({ path, problem }) => ({
    key: path,
    content: (
      <>
        <bdi>
          <strong>{makeVisible(path)}</strong>
        </bdi>
        : {t(`paths.${problem}`)}
      </>
    ),
  }));
  return (
    <FormError>
      {t('web.upload.refused', { count: refused.length })}
      <TruncatedList
        items={items}
        limit={shownAtMost}
        sx={{ m: 0, mt: 0.5, pl: 2.5, overflowWrap: 'anywhere' }}
      />
    </FormError>
  );
}
