import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Check as checkIcon, Copy as copyIcon, type IconNode } from 'lucide';
import { useEffect, useState } from 'react';
import { useTranslator } from '../../lib/i18n.tsx';
import { drawnCheck } from '../icons/drawn-check.ts';
import { Icon } from '../icons/Icon.tsx';
import { useCopy } from './use-copy.ts';

interface Props {
  text: string;
  /** Shown when it has been copied; that the link has been, unless given */
  doneMessage?: string | undefined;
  /** It is the main action of the page */
  isMain?: boolean;
}

const copiedMilliseconds = 2000;

/** Copies a text, and says so on itself for a moment. Its width stays the same. */
export function CopyButton({ text, doneMessage, isMain = false }: Props) {
  const { t } = useTranslator();
  const copy = useCopy();
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), copiedMilliseconds);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const handleClick = async () => setCopied(await copy(text, doneMessage ?? t('web.common.linkCopied')));

  return (
    <Button
      variant={isMain ? 'contained' : 'outlined'}
      color={isCopied ? 'success' : isMain ? 'primary' : 'inherit'}
      onClick={() => void handleClick()}
      sx={[{ display: 'grid', flex: 'none' }, isMain ? { minHeight: 52 } : {}]}
    >
      <Face isShown={!isCopied} icon={copyIcon} label={t('web.common.copy')} />
      <Face isShown={isCopied} icon={checkIcon} label={t('web.common.copied')} />
    </Button>
  );
}

function Face({ isShown, icon, label }: { isShown: boolean; icon: IconNode; label: string }) {
  return (
    <Box component="span" sx={[faceStyle, isShown ? {} : { visibility: 'hidden' }]}>
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
