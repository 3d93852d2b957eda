import Box from '@mui/material/Box';
import { ChevronDown as chevronDownIcon } from 'lucide';
import { type ReactNode, type SyntheticEvent, useState } from 'react';
import { useTranslator } from '../../lib/i18n.tsx';
import { client } from '../../lib/sdk.ts';
import { Icon } from '../../ui/icons/Icon.tsx';

/** What few visitors ask for: it opens on request, and is drawn only then. */
export function Disclosure({ title, children }: { title: string; children: ReactNode }) {
  const [wasOpened, setWasOpened] = useState(false);
  const handleToggle = ({ target }: SyntheticEvent) => {
    if (target instanceof HTMLDetailsElement && target.open) setWasOpened(true);
  };
  return (
    <Box component="details" onToggle={handleToggle} sx={detailsStyle}>
      <summary>
        {title}
        <Icon icon={chevronDownIcon} size={16} />
      </summary>
      <Box sx={{ pb: 2.5, color: 'text.secondary', typography: 'body2' }}>{wasOpened && children}</Box>
    </Box>
  );
}

/** The checksums of a share with several files, for visitors who verify their downloads. */
export function Checksums({ id, hasDirectLinks }: { id: string; hasDirectLinks: boolean }) {
  const { t } = useTranslator();
  return (
    <Box>
      <Disclosure title={t(hasDirectLinks ? 'web.share.details' : 'web.share.detailsOfChecksums')}>
        <Box component="a" href={client.sha256sumsUrl(id)} download sx={linkStyle}>
          {t('web.share.checksums')}
        </Box>
        <Box component="p" sx={{ m: 0 }}>
          {t(hasDirectLinks ? 'web.share.detailsHint' : 'web.share.detailsHintOfChecksums')}
        </Box>
      </Disclosure>
    </Box>
  );
}

const linkStyle = {
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: 44,
  color: 'text.primary',
  textUnderlineOffset: '0.2em',
} as const;

const detailsStyle = {
  borderTop: 1,
  borderColor: 'divider',
  '&:last-of-type': { borderBottom: 1, borderColor: 'divider' },
  '& > summary': {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    minHeight: 52,
    fontSize: '0.875rem',
    fontWeight: 560,
    cursor: 'pointer',
    listStyle: 'none',
    '&::-webkit-details-marker': { display: 'none' },
    '& > svg': { color: 'text.caption' },
  },
  '&[open] > summary > svg': { rotate: '180deg' },
} as const;
