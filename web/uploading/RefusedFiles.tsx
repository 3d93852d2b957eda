import Box from '@mui/material/Box';
import { nameOfPath } from '#sdk/contract/formats/paths.js';
import { useTranslator } from '../lib/i18n.tsx';
import { FormError } from '../ui/feedback/FormError.tsx';
import { FileTile } from '../ui/files/FileTile.tsx';
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
        <FileTile name={nameOfPath(path)} size={36} radius={9} />
        <div>
          <Box component="bdi" sx={{ fontWeight: 560 }}>
            {makeVisible(path)}
          </Box>
          <Box sx={reasonStyle}>{t(`paths.${problem}`)}</Box>
        </div>
      </>
    ),
  }));
  return (
    <FormError>
      <Box sx={{ fontWeight: 600 }}>{t('web.upload.refused', { count: refused.length })}</Box>
      <TruncatedList items={items} limit={shownAtMost} sx={listStyle} />
    </FormError>
  );
}

const listStyle = {
  display: 'grid',
  gap: 1.25,
  m: 0,
  mt: 1.25,
  p: 0,
  listStyle: 'none',
  '& > li': { display: 'flex', alignItems: 'center', gap: 1.25 },
} as const;

/** A part of a sentence elsewhere */
const reasonStyle = { color: 'text.secondary', '&::first-letter': { textTransform: 'uppercase' } } as const;
