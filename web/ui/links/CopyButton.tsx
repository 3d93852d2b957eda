import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Check as checkIcon, Copy as copyIcon, type IconNode } from 'lucide';
import { useTranslator } from '../../lib/i18n.tsx';
import { drawnCheck } from '../icons/drawn-check.ts';
import { Icon } from '../icons/Icon.tsx';
import { visuallyHidden } from '../layout/visually-hidden.ts';
import { useCopied } from './use-copy.ts';

interface Props {
  value: string;
  /** "Copy", unless given */
  label?: string;
  /** Announced when it has been copied; that the link has been, unless given */
  doneMessage?: string | undefined;
  /** It is the main action of the page */
  isMain?: boolean;
}

/** Copies a text, and says so on itself for a moment. Its width stays the same. */
export function CopyButton({ value, label, doneMessage, isMain = false }: Props) {
  const { t } = useTranslator();
  const { isCopied, copy } = useCopied();
  return (
    <>
      <Button
        variant={isMain ? 'contained' : 'outlined'}
        color={isCopied ? 'success' : isMain ? 'primary' : 'inherit'}
        onClick={() => void copy(value)}
        sx={[{ display: 'grid', flex: 'none' }, isMain ? { minHeight: 52 } : {}]}
      >
        <Face isShown={!isCopied} icon={copyIcon} label={label ?? t('web.common.copy')} />
        <Face isShown={isCopied} icon={checkIcon} label={t('web.common.copied')} />
      </Button>
      <Box role="status" sx={visuallyHidden}>
        {isCopied && (doneMessage ?? t('web.common.linkCopied'))}
      </Box>
    </>
  );
}

function Face({ isShown, icon, label }: { isShown: boolean; icon: IconNode; label: string }) {
  return (
    <Box component="span" aria-hidden={!isShown} sx={[faceStyle, isShown ? {} : { visibility: 'hidden' }]}>
      <Icon icon={icon} sx={isShown && icon === checkIcon ? drawnCheck : {}} />
      {label}
    </Box>
  );
}

const faceStyle = {
  gridArea: '1 / 1',
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 1.25,
} as const;
