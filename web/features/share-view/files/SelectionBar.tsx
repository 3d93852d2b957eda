import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Download as downloadIcon } from 'lucide';
import { useEffect } from 'react';
import type { ShareFile } from '#sdk/contract/files.js';
import { notPhoneScreen, phoneScreen } from '../../../app/theme.ts';
import { useFormat, useTranslator } from '../../../lib/i18n.tsx';
import { client } from '../../../lib/sdk.ts';
import { Icon } from '../../../ui/icons/Icon.tsx';
import { sizeStyle } from '../DownloadButton.tsx';
import { dockStyle } from '../ReachBar.tsx';
import type { Selection } from './create-selection.tsx';

/** The number of IDs that fit in an address. */
const selectableFiles = 200;

interface Props {
  shareId: string;
  selection: Selection;
  onEnd(): void;
}

/** The size of the selection, and its download as one archive. Stays visible below the header. */
export function SelectionBar({ shareId, selection, onEnd }: Props) {
  const { t } = useTranslator();
  const { files: selected, isAll } = selection;
  useEscape(onEnd);
  const format = useFormat();
  const size = format.bytes(selected.reduce((sum, file) => sum + file.size, 0));
  const isTooMany = selected.length > selectableFiles;
  const canDownload = selected.length > 0 && !isTooMany;
  return (
    <Box data-selection-bar="" sx={barStyle}>
      <Box role="status" sx={{ flex: 1, minWidth: 0 }}>
        <Box sx={{ fontWeight: 550 }}>
          {selected.length === 0
            ? t('web.share.selectFiles')
            : t('web.share.selected', { count: selected.length })}
          {selected.length > 0 && <Box component="span" sx={notOnPhones}>{` · ${size}`}</Box>}
        </Box>
        {isTooMany && (
          <Box sx={{ typography: 'body2', color: 'text.secondary' }}>
            {t('web.share.selectedTooMany', { max: selectableFiles })}
          </Box>
        )}
      </Box>
      <Button variant="text" onClick={() => selection.setAll(!isAll)}>
        {t(isAll ? 'web.share.unselect' : 'web.share.selectAll')}
      </Button>
      <Button variant="outlined" onClick={onEnd}>
        {t('web.common.cancel')}
      </Button>
      <Box sx={dockedStyle}>
        <Button
          {...(canDownload
            ? { component: 'a', href: selectionUrl(shareId, selected), download: true }
            : { disabled: true })}
          variant="contained"
          color="primary"
          fullWidth
          startIcon={<Icon icon={downloadIcon} size={20} />}
        >
          {t('web.share.downloadSelected')}
          {canDownload && (
            <Box component="span" sx={onPhones}>
              {` ${selected.length}`}
              <Box component="span" sx={sizeStyle}>
                {size}
              </Box>
            </Box>
          )}
        </Button>
      </Box>
    </Box>
  );
}

/** The key that leaves what was entered; in the search field it clears the search. */
function useEscape(onEscape: () => void): void {
  useEffect(() => {
    const handleKey = ({ key, target }: KeyboardEvent) => {
      const isSearch = target instanceof HTMLInputElement && target.type === 'search';
      if (key === 'Escape' && !isSearch) onEscape();
    };
    window.addEventListener('keydown', handleKey);
    return () => window.removeEventListener('keydown', handleKey);
  }, [onEscape]);
}

/** A single file is downloaded without an archive. */
function selectionUrl(shareId: string, selected: readonly ShareFile[]): string {
  const [first] = selected;
  if (first && selected.length === 1) return client.fileUrl(shareId, first.id);
  return client.archiveUrl(
    shareId,
    selected.map(({ id }) => id),
  );
}

const notOnPhones = { [phoneScreen]: { display: 'none' } } as const;

const onPhones = { whiteSpace: 'pre', [notPhoneScreen]: { display: 'none' } } as const;

/** On phones it takes the place of the download of everything. */
const dockedStyle = {
  [phoneScreen]: { ...dockStyle, '& > *': { minHeight: 52 } },
} as const;

const barStyle = {
  position: 'sticky',
  top: 8,
  zIndex: 2,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: { xs: 0.5, sm: 1.5 },
  px: { xs: 2, sm: 2.5 },
  py: 1.5,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1.6,
  bgcolor: 'paper.raised',
  boxShadow: '0 16px 40px -12px rgba(30, 22, 8, 0.25)',
} as const;
