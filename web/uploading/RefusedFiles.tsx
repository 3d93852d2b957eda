import { useTranslator } from '../lib/i18n.tsx';
import { FormError } from '../ui/feedback/FormError.tsx';
import { TruncatedList } from '../ui/lists/TruncatedList.tsx';
import type { RefusedFile } from './picked-files.ts';

const shownAtMost = 8;

/** Files that are left out because of their names, before anything is sent. */
export function RefusedFiles({ refused }: { refused: readonly RefusedFile[] }) {
  const { t } = useTranslator();
  if (refused.length === 0) return null;
  const items = refused.map(({ path, problem }) => ({
    key: path,
    content: (
      <>
        <strong>{path}</strong>: {t(`paths.${problem}`)}
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
