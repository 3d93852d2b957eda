import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import { Link } from 'react-router';
import type { LargeShare } from '#sdk/contract/statistics.js';
import { anyShareDetailsPath, paths } from '../../app/paths.ts';
import { tabularNumbers } from '../../app/theme.ts';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { client } from '../../lib/sdk.ts';
import { MiniStack } from '../../ui/files/MiniStack.tsx';
import { titlePartsOf } from '../../uploading/title-parts.ts';
import { OverviewCard } from './OverviewCard.tsx';
import { endStyle, nameStyle, rowListStyle, secondLineStyle } from './row-style.ts';

const shown = 5;

/** The shares that use the most storage. */
export function LargestShares({ shares }: { shares: readonly LargeShare[] }) {
  const { t } = useTranslator();
  return (
    <OverviewCard
      isFlush
      title={t('web.admin.overview.largest')}
      aside={
        <MuiLink component={Link} to={paths.adminShares}>
          {t('web.admin.overview.allShares')}
        </MuiLink>
      }
    >
      <Box component="ul" sx={rowListStyle}>
        {shares.slice(0, shown).map((share) => (
          <Row key={share.id} share={share} />
        ))}
      </Box>
    </OverviewCard>
  );
}

function Row({ share }: { share: LargeShare }) {
  const { t } = useTranslator();
  const format = useFormat();
  const { id, owner, files, size, cover } = share;
  const prints = cover.map((file) => ({
    name: file.name,
    picture: file.thumbnail ? client.thumbnailUrl(id, file.id, 'small') : undefined,
  }));
  return (
    <li>
      <MiniStack files={prints.toReversed()} />
      <Box sx={{ minWidth: 0 }}>
        <Box component={Link} to={anyShareDetailsPath(id)} sx={nameStyle}>
          {titlePartsOf({ ...share, fileCount: files }).name}
        </Box>
        <Box sx={secondLineStyle}>
          {owner ?? t('web.admin.overview.noOwner')} · {t('web.admin.overview.files', { count: files })}
        </Box>
      </Box>
      <Box sx={[endStyle, tabularNumbers]}>{format.bytes(size)}</Box>
    </li>
  );
}
