import { useParams } from 'react-router';
import { ErrorPage } from '../../app/layout/ErrorPage.tsx';
import { useTranslator } from '../../lib/i18n.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { useDocumentTitle } from '../../ui/use-document-title.ts';
import { CategoryForm } from './CategoryForm.tsx';
import { ConfigLayout } from './ConfigLayout.tsx';
import { categoryTitle } from './config-texts.ts';
import { useConfigCategory } from './use-config-category.ts';

/** The variables of one category, made from the registry. */
export function ConfigPage() {
  const translator = useTranslator();
  const { category = '' } = useParams();
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
        <PageSkeleton />
      )}
    </ConfigLayout>
  );
}
