import Box from '@mui/material/Box';
import { type FormEvent, useId } from 'react';
import type { AdminConfigVariable } from '#sdk/contract/config-api.js';
import { useTranslator } from '../../lib/i18n.tsx';
import { useNotifier } from '../../lib/notify.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { fieldId } from './ConfigField.tsx';
import { ConfigSection } from './ConfigSection.tsx';
import { sectionsOf } from './config-sections.ts';
import { SaveBar } from './SaveBar.tsx';
import { TestMail } from './TestMail.tsx';
import { useConfigForm } from './use-config-form.ts';
import { useLeaveGuard } from './use-leave-guard.ts';

interface Props {
  category: string;
  variables: readonly AdminConfigVariable[];
}

/** All variables of a category, saved together or not at all. */
export function CategoryForm({ category, variables }: Props) {
  const { t } = useTranslator();
  const { notify } = useNotifier();
  const id = useId();
  const form = useConfigForm(category, variables);
  const isDirty = form.changed.length > 0;
  const guard = useLeaveGuard(isDirty);

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (form.isPending || !isDirty) return;
    const wrong = await form.submit();
    if (wrong.length > 0) focusField(wrong);
  };
  const handleSaved = () => notify(t('web.admin.config.saved'), 'success');

  return (
    <Box sx={{ flex: 1, display: 'flex', flexDirection: 'column', gap: 4 }}>
      {category === 'oauth' && <Notice>{t('web.admin.config.oauthLater')}</Notice>}
      <Box
        component="form"
        id={id}
        noValidate
        onSubmit={(event) => void handleSubmit(event)}
        sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 4 }}
      >
        {sectionsOf(category).map((section) => (
          <ConfigSection key={section.group ?? category} section={section} form={form} />
        ))}
      </Box>
      {category === 'smtp' && <TestMail isSaved={!isDirty} />}
      <SaveBar formId={id} form={form} onSaved={handleSaved} />
      <ConfirmDialog
        isOpen={guard.isAsking}
        title={t('web.admin.config.leaveTitle')}
        text={t('web.admin.config.leaveText', { count: form.changed.length })}
        confirmLabel={t('web.admin.config.leave')}
        cancelLabel={t('web.admin.config.stay')}
        onCancel={guard.stay}
        onConfirm={guard.leave}
      />
    </Box>
  );
}

/** Leads to the first field that is to be mended. */
function focusField(keys: readonly string[]): void {
  // After the messages stand there.
  requestAnimationFrame(() => {
    const fields = keys.map((key) => document.getElementById(fieldId(key)));
    const first = fields.filter((field) => field !== null).toSorted(byPlace)[0];
    first?.querySelector<HTMLElement>('input, textarea, select, button')?.focus();
  });
}

function byPlace(a: HTMLElement, b: HTMLElement): number {
  return a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
}
