import { mdiTrayArrowUp } from '@mdi/js';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../../app/paths.ts';
import { useTranslator } from '../../lib/i18n.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import { isNarrowed, noFilters, type ShareFilters } from './share-filters.ts';
import type { ShareScope } from './use-share-list.ts';

interface Props {
  scope: ShareScope;
  filters: ShareFilters;
  onReset(filters: ShareFilters): void;
}

/** Why the list is empty, and what to do about it. */
export function NoShares({ scope, filters, onReset }: Props) {
  const { t } = useTranslator();
  if (!isNarrowed(filters)) {
    return scope === 'mine' ? (
      <Empty title={t('web.shares.emptyTitle')} text={t('web.shares.emptyText')}>
        <Button component={Link} to={paths.upload} variant="contained" color="primary">
          {t('web.shares.emptyAction')}
        </Button>
      </Empty>
    ) : (
      <Empty title={t('web.shares.emptyAllTitle')} text={t('web.shares.emptyAllText')} />
    );
  }
  const search = filters.search.trim();
  const text = search === '' ? t(`web.shares.noneOf.${filters.view}`) : t('web.shares.noneFound', { search });
  return (
    <Empty title={t('web.shares.noneTitle')} text={text}>
      <Button
        variant="outlined"
        onClick={() => onReset({ ...noFilters, sort: filters.sort, isDescending: filters.isDescending })}
      >
        {t('web.shares.showAll')}
      </Button>
    </Empty>
  );
}

function Empty({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <Box sx={emptyStyle}>
      <Icon path={mdiTrayArrowUp} size={40} sx={{ color: 'text.secondary', mb: 1 }} />
      <Typography variant="h3" component="h2">
        {title}
      </Typography>
      <Box role="status" sx={{ color: 'text.secondary', maxWidth: 420, mb: 2 }}>
        {text}
      </Box>
      {children}
    </Box>
  );
}

const emptyStyle = {
  display: 'grid',
  justifyItems: 'center',
  gap: 1,
  px: 3,
  py: { xs: 6, sm: 10 },
  textAlign: 'center',
  border: 1,
  borderColor: 'divider',
  borderRadius: 1.8,
  bgcolor: 'background.paper',
} as const;
