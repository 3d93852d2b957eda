import IconButton from '@mui/material/IconButton';
import { Check as checkIcon, Copy as copyIcon } from 'lucide';
import { useEffect, useState } from 'react';
import { useTranslator } from '../../lib/i18n.tsx';
import { Icon } from '../icons/Icon.tsx';
import { useCopy } from './use-copy.ts';

interface Props {
  value: string;
  label: string;
  /** Lower than a finger needs, for lines of text; the place to press stays as high. */
  isFlat?: boolean;
}

const copiedMilliseconds = 2000;

/** Copies a link; for two seconds it shows that it has. */
export function CopyIconButton({ value, label, isFlat = false }: Props) {
  const { t } = useTranslator();
  const copy = useCopy();
  const [copiedAt, setCopiedAt] = useState<number | null>(null);
  useEffect(() => {
    if (copiedAt === null) return;
    const timer = setTimeout(() => setCopiedAt(null), copiedMilliseconds);
    return () => clearTimeout(timer);
  }, [copiedAt]);
  const isCopied = copiedAt !== null;

  const handleClick = async () => {
    if (await copy(value, t('web.common.linkCopied'))) setCopiedAt(Date.now());
  };

  return (
    <IconButton
      aria-label={label}
      title={t('web.shares.copyLinkTitle')}
      onClick={() => void handleClick()}
      sx={[isFlat && { my: -1.5 }, isCopied && { '&, &:hover': { color: 'success.main' } }]}
    >
      <Icon icon={isCopied ? checkIcon : copyIcon} size={isFlat ? 16 : 20} />
    </IconButton>
  );
}
