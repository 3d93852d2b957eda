import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminsWithoutTotp } from '#sdk/contract/users.js';
import type { Translator } from '#sdk/i18n/translate.js';
import { useTranslator } from '../../lib/i18n.tsx';
import { useNotifier } from '../../lib/notify.tsx';
import { client } from '../../lib/sdk.ts';
import type { ConfigForm } from './use-config-form.ts';

/** Undoes the change on the server's machine, where nobody has to sign in. */
const undoCommand = 'fileshare config set policies.adminTotp false --local --data-dir DIR';

/** Asks before two-factor authentication is required of administrators who do not have it. */
export function useTotpQuestion({ changed, text }: ConfigForm) {
  const { t } = useTranslator();
  const { notifyError } = useNotifier();
  const [isOpen, setOpen] = useState(false);
  const find = useMutation({ mutationFn: () => client.users.adminsWithoutTotp() });
  const isRequired = changed.includes('policies.adminTotp') && text('policies.adminTotp') === 'true';

  return {
    isPending: find.isPending,
    isOpen,
    // Kept while the dialog fades out.
    ...(find.data ? describe(t, find.data) : { title: '', text: '' }),
    close: () => setOpen(false),
    /** Saves at once unless the changes keep administrators out. */
    askOrSave(save: () => void) {
      if (!isRequired) return save();
      find.mutate(undefined, {
        onSuccess: ({ count }) => (count > 0 ? setOpen(true) : save()),
        onError: notifyError,
      });
    },
  };
}

function describe(t: Translator['t'], { count, includesYou }: AdminsWithoutTotp) {
  const others = includesYou ? count - 1 : count;
  const paragraphs = [
    ...(includesYou ? [t('web.admin.config.totpText')] : []),
    ...(others > 0 ? [t('web.admin.config.totpOthers', { count: others })] : []),
    t('web.admin.config.totpUndo', { command: undoCommand }),
  ];
  const title = t(includesYou ? 'web.admin.config.totpTitle' : 'web.admin.config.totpOthersTitle');
  return { title, text: paragraphs.join('\n\n') };
}
