import { useEffect, useState } from 'react';
import { useTranslator } from '../../lib/i18n.tsx';
import { useNotifier } from '../../lib/notify.tsx';

const shownForMilliseconds = 2000;

/** Copies a text. `isCopied` holds for a moment after that, for the button to say so. */
export function useCopied(): { isCopied: boolean; copy(text: string): Promise<void> } {
  const { t } = useTranslator();
  const { notify } = useNotifier();
  const [copiedAt, setCopiedAt] = useState(0);
  useEffect(() => {
    if (copiedAt === 0) return undefined;
    const timer = setTimeout(() => setCopiedAt(0), shownForMilliseconds);
    return () => clearTimeout(timer);
  }, [copiedAt]);
  const copy = async (text: string) => {
    if (await copyText(text)) setCopiedAt(Date.now());
    else notify(t('web.common.copyFailed'), 'error');
  };
  return { isCopied: copiedAt > 0, copy };
}

async function copyText(text: string): Promise<boolean> {
  // The clipboard API exists on https and localhost only; many instances run on plain http in a home network.
  if (navigator.clipboard && window.isSecureContext) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      return copyBySelection(text);
    }
  }
  return copyBySelection(text);
}

function copyBySelection(text: string): boolean {
  const holder = document.createElement('textarea');
  holder.value = text;
  holder.style.position = 'fixed';
  holder.style.opacity = '0';
  document.body.append(holder);
  holder.select();
  const isCopied = document.execCommand('copy');
  holder.remove();
  return isCopied;
}
