import { useTranslator } from '../../lib/i18n.tsx';
import { useNotifier } from '../../lib/notify.tsx';

/** Copies a text and says so; the result tells whether it could. */
export function useCopy(): (text: string, doneMessage: string) => Promise<boolean> {
  const { t } = useTranslator();
  const { notify } = useNotifier();
  return async (text, doneMessage) => {
    const isCopied = await copyText(text);
    notify(isCopied ? doneMessage : t('web.common.copyFailed'), isCopied ? 'success' : 'error');
    return isCopied;
  };
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
