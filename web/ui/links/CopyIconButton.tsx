import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { Check as checkIcon, Copy as copyIcon } from 'lucide';
import { useTranslator } from '../../lib/i18n.tsx';
import { Icon } from '../icons/Icon.tsx';
import { visuallyHidden } from '../layout/visually-hidden.ts';
import { useCopied } from './use-copy.ts';

interface Props {
  value: string;
  label: string;
  /** Lower than a finger needs, for lines of text; the place to press stays as high. */
  isFlat?: boolean;
}

/** Copies a link; for two seconds it shows that it has. */
export function CopyIconButton({ value, label, isFlat = false }: Props) {
  const { t } = useTranslator();
  const { isCopied, copy } = useCopied();
  return (
    <>
      <IconButton
        aria-label={label}
        title={t(isCopied ? 'web.common.copied' : 'web.shares.copyLinkTitle')}
        onClick={() => void copy(value)}
        sx={[isFlat && { my: -1.5 }, isCopied && { '&, &:hover': { color: 'success.main' } }]}
      >
        <Icon icon={isCopied ? checkIcon : copyIcon} size={isFlat ? 16 : 20} />
      </IconButton>
      <Box component="span" role="status" sx={visuallyHidden}>
        {isCopied && t('web.common.linkCopied')}
      </Box>
    </>
  );
}
