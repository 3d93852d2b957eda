import Box from '@mui/material/Box';
import type { OwnerShare } from '#sdk/contract/shares.js';
import { useTranslator } from '../../lib/i18n.tsx';
import { tableStyle } from '../../ui/table-style.ts';
import { ShareRow } from './ShareRow.tsx';

interface Props {
  shares: readonly OwnerShare[];
  onRemove(share: OwnerShare): void;
}

/** A table on wide screens; on a phone each row becomes a card. */
export function ShareTable({ shares, onRemove }: Props) {
  const { t } = useTranslator();
  return (
    <Box component="table" role="table" sx={tableStyle}>
      <Box component="thead" role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">
            {t('web.shares.columnShare')}
          </th>
          <th role="columnheader" scope="col">
            {t('web.shares.columnState')}
          </th>
          <th role="columnheader" scope="col" data-numeric>
            {t('web.shares.columnFiles')}
          </th>
          <th role="columnheader" scope="col" data-numeric>
            {t('web.shares.columnSize')}
          </th>
          <th role="columnheader" scope="col" data-numeric>
            {t('web.shares.columnVisitors')}
          </th>
          <th role="columnheader" scope="col">
            {t('web.shares.columnExpires')}
          </th>
          <th role="columnheader" scope="col">
            {t('web.shares.columnCreated')}
          </th>
          <th role="columnheader" scope="col" aria-label={t('web.share.columnActions')} />
        </tr>
      </Box>
      <Box component="tbody" role="rowgroup">
        {shares.map((share) => (
          <ShareRow key={share.id} share={share} onRemove={onRemove} />
        ))}
      </Box>
    </Box>
  );
}
