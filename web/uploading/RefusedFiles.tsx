import Box from '@mui/material/Box';
import { useTranslator } from '../lib/i18n.tsx';
import { FormError } from '../ui/feedback/FormError.tsx';
import type { RefusedFile } from './picked-files.ts';

const shownAtMost = 8;

/** Files that were left out because of their names, before a byte travels. */
export function RefusedFiles({ refused }: { refused: readonly RefusedFile[] }) {
  const { t } = useTranslator();
  if (refused.length === 0) return null;
  const rest = refused.length - shownAtMost;
  return (
    <FormError>
      {t('web.upload.refused', { count: refused.length })}
      <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5, overflowWrap: 'anywhere' }}>
        {refused.slice(0, shownAtMost).map(({ path, problem }) => (
          <li key={path}>
            <strong>{path}</strong>: {t(`paths.${problem}`)}
          </li>
        ))}
        {rest > 0 && <li>{t('web.upload.refusedMore', { count: rest })}</li>}
      </Box>
    </FormError>
  );
}
