import Box from '@mui/material/Box';
import { type FormEvent, useId, useRef } from 'react';
import { useParams } from 'react-router';
import type { AdminConfigVariable } from '#sdk/contract/config/api.js';
import { configCategories } from '#sdk/contract/config.js';
import { AppShell } from '../../app/layout/AppShell.tsx';
import { ErrorPage } from '../../app/layout/ErrorPage.tsx';
import { NotFoundPage } from '../../app/layout/NotFoundPage.tsx';
import { useTranslator } from '../../lib/i18n.tsx';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { FormSkeleton } from '../../ui/feedback/FormSkeleton.tsx';
import { Loading } from '../../ui/feedback/Loading.tsx';
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts';
import { ConfigLayout } from './ConfigLayout.tsx';
import { ConfigSection } from './ConfigSection.tsx';
import { sectionsOf } from './config-sections.ts';
import { categoryTitle } from './config-texts.ts';
import { catchFocus, focusField } from './field-focus.ts';
import { SaveBar } from './SaveBar.tsx';
import { TestDirectory } from './TestDirectory.tsx';
import { TestMail } from './TestMail.tsx';
import { useConfigCategory } from './use-config-category.ts';
import { useConfigForm } from './use-config-form.ts';
import { useTotpQuestion } from './use-totp-question.ts';
import { useUnsavedGuard } from './use-unsaved-guard.ts';

/** The settings of the category in the address, if there is one. */
export function ConfigPage() {
  const { category = '' } = useParams();
  if (configCategories.includes(category)) return <CategoryPage category={category} />;
  return (
    <AppShell>
      <NotFoundPage />
    </AppShell>
  );
}

/** The settings of one category, generated from the registry. */
function CategoryPage({ category }: { category: string }) {
  const translator = useTranslator();
  const title = categoryTitle(translator, category);
  useDocumentTitle(translator.t('web.admin.config.pageTitle', { category: title }));
  const variables = useConfigCategory(category);
  return (
    <ConfigLayout title={title}>
      {variables.data ? (
        <CategoryForm key={category} category={category} variables={variables.data} />
      ) : variables.isError ? (
        <ErrorPage error={variables.error} onRetry={() => void variables.refetch()} />
      ) : (
        <Loading>
          <FormSkeleton />
        </Loading>
      )}
    </ConfigLayout>
  );
}

interface Props {
  category: string;
  variables: readonly AdminConfigVariable[];
}

/** All variables of a category, saved together or not at all. */
function CategoryForm({ category, variables }: Props) {
  const { t } = useTranslator();
  const id = useId();
  const status = useRef<HTMLElement>(null);
  const form = useConfigForm(category, variables);
  const isDirty = form.changed.length > 0;
  const guard = useUnsavedGuard(isDirty);
  const question = useTotpQuestion(form);

  const save = async () => {
    question.close();
    const wrong = await form.submit();
    if (wrong.length > 0) focusField(wrong);
    else catchFocus(() => status.current?.focus());
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (form.isPending || question.isPending || !isDirty) return;
    question.askOrSave(() => void save());
  };
  const handleDiscard = () => {
    form.discard();
    // As after a navigation: the focus is at the start of the page.
    catchFocus(() => document.getElementById('content')?.focus({ preventScroll: true }));
  };
  const handleLeave = () => {
    form.discard();
    guard.leave();
  };

  return (
    <Box sx={{ flex: 1, display: 'flex', flexDirection: 'column', gap: 2 }}>
      <Box
        component="form"
        id={id}
        noValidate
        onSubmit={handleSubmit}
        sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}
      >
        {sectionsOf(category).map((section) => (
          <ConfigSection key={section.group ?? category} section={section} form={form} />
        ))}
      </Box>
      {category === 'smtp' && <TestMail isSaved={!isDirty} />}
      {category === 'ldap' && <TestDirectory isSaved={!isDirty} />}
      <SaveBar formId={id} form={form} statusRef={status} onDiscard={handleDiscard} />
      <ConfirmDialog
        isOpen={guard.isAsking}
        title={t('web.admin.config.leaveTitle')}
        text={t('web.admin.config.leaveText', { count: form.changed.length })}
        confirmLabel={t('web.admin.config.leave')}
        cancelLabel={t('web.admin.config.stay')}
        onCancel={guard.stay}
        onConfirm={handleLeave}
      />
      <ConfirmDialog
        isOpen={question.isOpen}
        tone="plain"
        title={question.title}
        text={question.text}
        confirmLabel={t('web.admin.config.save')}
        onCancel={question.close}
        onConfirm={save}
      />
    </Box>
  );
}
