import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import type { FileProgress } from '#sdk/browser.js';
import { errorMessage } from '#sdk/i18n/describe-error.js';
import { tabularNumbers } from '../app/theme.ts';
import { useFormat, useTranslator } from '../lib/i18n.tsx';
import { groupKeyOf } from './upload-groups.ts';

const shownAtMost = 6;

/**
 * The files of folders that have been sent in part, each with a bar, and those that failed, with the reason. A file that
 * is not in a folder has its own row in the list, and its bar and reason there.
 */
export function ActiveFiles({ notable }: { notable: ReadonlyMap<string, FileProgress> }) {
  const { t } = useTranslator();
  const files = [...notable.values()]
    .filter((file) => groupKeyOf(file.path) !== file.path && (file.state === 'failed' || isPartlySent(file)))
    .toSorted((a, b) => Number(b.state === 'failed') - Number(a.state === 'failed'));
  if (files.length === 0) return null;
  const rest = files.length - shownAtMost;
  return (
    <Box
      component="ul"
      aria-label={t('web.upload.active')}
      sx={{
        display: 'grid',
        gap: 1.5,
        m: 0,
        px: 2.5,
        py: 2,
        listStyle: 'none',
        bgcolor: 'paper.sunken',
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      {files.slice(0, shownAtMost).map((file) => (
        <ActiveFile key={file.path} file={file} />
      ))}
      {rest > 0 && (
        <Box component="li" sx={{ typography: 'body2', color: 'text.secondary' }}>
          {t('web.upload.refusedMore', { count: rest })}
        </Box>
      )}
    </Box>
  );
}

function isPartlySent({ sent, size }: FileProgress): boolean {
  return sent > 0 && sent < size;
}

function ActiveFile({ file }: { file: FileProgress }) {
  const translator = useTranslator();
  const format = useFormat();
  const ratio = file.size > 0 ? Math.min(file.sent / file.size, 1) : 0;
  const problem = file.state === 'failed' ? errorMessage(translator, file.error) : undefined;
  return (
    <Box component="li" sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', gap: 2, justifyContent: 'space-between', typography: 'body2', mb: 0.5 }}>
        <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
          {file.path}
        </Box>
        <Box component="span" sx={{ ...tabularNumbers, color: 'text.secondary' }}>
          {format.percent(ratio)}
        </Box>
      </Box>
      <LinearProgress
        variant="determinate"
        value={ratio * 100}
        aria-label={file.path}
        color={file.state === 'failed' ? 'error' : 'primary'}
        sx={{ height: 4, bgcolor: 'paper.line' }}
      />
      {problem !== undefined && (
        <Box sx={{ mt: 0.5, typography: 'caption', color: 'error.main' }}>{problem}</Box>
      )}
    </Box>
  );
}
