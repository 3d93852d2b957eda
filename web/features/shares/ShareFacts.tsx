import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import type { ShareDetails } from '#sdk/contract/shares.js';
import type { MessageKey } from '#sdk/i18n/translate.js';
import { tabularNumbers } from '../../app/theme.ts';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { StateMark } from '../../ui/StateMark.tsx';
import { stateColors } from './share-states.ts';

/** What happened with the share so far. */
export function ShareFacts({ share }: { share: ShareDetails }) {
  const { t } = useTranslator();
  return (
    <Box component="dl" aria-label={t('web.shares.facts')} sx={listStyle}>
      <Fact label="web.shares.columnState">
        <StateMark color={stateColors[share.state]}>{t(`web.shares.states.${share.state}`)}</StateMark>
      </Fact>
      {useFacts(share).map(([label, text]) => (
        <Fact key={label} label={label}>
          {text}
        </Fact>
      ))}
    </Box>
  );
}

function useFacts(share: ShareDetails): readonly (readonly [MessageKey, string])[] {
  const { t } = useTranslator();
  const format = useFormat();
  const moment = (at: string | null) => (at === null ? t('web.shares.notYet') : format.dateTime(at));
  return [
    ['web.shares.columnSize', format.bytes(share.size)],
    [
      'web.shares.columnVisitors',
      share.maxViews === null
        ? format.number(share.visitors)
        : t('web.shares.visitorsOf', { count: share.visitors, max: share.maxViews }),
    ],
    ['web.shares.columnDownloads', format.number(share.downloads)],
    ['web.shares.lastAccess', moment(share.lastAccessAt)],
    ['web.shares.columnCreated', moment(share.createdAt)],
    ['web.shares.published', moment(share.completedAt)],
  ];
}

function Fact({ label, children }: { label: MessageKey; children: ReactNode }) {
  const { t } = useTranslator();
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box component="dt" sx={{ typography: 'caption', color: 'text.secondary' }}>
        {t(label)}
      </Box>
      <Box component="dd" sx={{ ...tabularNumbers, m: 0, typography: 'body2', fontWeight: 550 }}>
        {children}
      </Box>
    </Box>
  );
}

const listStyle = {
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  gap: 2,
  m: 0,
  p: 2,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1.6,
  bgcolor: 'background.paper',
} as const;
