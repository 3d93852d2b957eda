import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { Ref } from 'react';
import { Link } from 'react-router';
import { categoryOf, isConfigKey } from '#sdk/contract/config.js';
import { adminConfigPath } from '../../app/paths.ts';
import { useTranslator } from '../../lib/i18n.tsx';
import { FormError, RequestError } from '../../ui/feedback/FormError.tsx';
import { categoryTitle, describeConfigIssue, labelOf } from './config-texts.ts';
import type { ConfigForm } from './use-config-form.ts';

interface Props {
  formId: string;
  form: ConfigForm;
  /** The element that reports the result */
  statusRef: Ref<HTMLElement>;
  onDiscard(): void;
}

/** The number of unsaved changes and the button that saves them, at the lower edge of the page. */
export function SaveBar({ formId, form, statusRef, onDiscard }: Props) {
  const { t } = useTranslator();
  const { isSaved } = form;
  const count = form.changed.length;
  const isShown = count > 0 || isSaved;
  return (
    <Box data-foot={isShown ? '' : undefined} sx={isShown ? barStyle : restStyle}>
      <SaveProblem form={form} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
        <Box ref={statusRef} role="status" tabIndex={-1} sx={statusStyle}>
          {count > 0 ? t('web.admin.config.changes', { count }) : isSaved ? t('web.admin.config.saved') : ''}
        </Box>
        {count > 0 && (
          <>
            <Button variant="text" disabled={form.isPending} onClick={onDiscard}>
              {t('web.admin.config.discard')}
            </Button>
            <Button
              type="submit"
              form={formId}
              variant="contained"
              color="primary"
              // A disabled button would lose the focus.
              aria-disabled={form.isPending}
            >
              {t('web.admin.config.save')}
            </Button>
          </>
        )}
      </Box>
    </Box>
  );
}

/** The errors that have no field on this page. */
function SaveProblem({ form }: { form: ConfigForm }) {
  const translator = useTranslator();
  const { t } = translator;
  if (form.generalError !== null) {
    return (
      <Box sx={{ mb: 1.5 }}>
        <RequestError error={form.generalError} />
      </Box>
    );
  }
  if (form.issuesElsewhere.length === 0) return null;
  return (
    <Box sx={{ mb: 1.5 }}>
      <FormError>
        {form.issuesElsewhere.map((issue) => (
          <div key={issue.field}>
            {isConfigKey(issue.field) ? labelOf(translator, issue.field) : issue.field}
            {': '}
            {describeConfigIssue(translator, issue)}{' '}
            {isConfigKey(issue.field) && (
              <Link to={adminConfigPath(categoryOf(issue.field))}>
                {t('web.admin.config.goTo', { category: categoryTitle(translator, categoryOf(issue.field)) })}
              </Link>
            )}
          </div>
        ))}
      </FormError>
    </Box>
  );
}

const statusStyle = {
  mr: 'auto',
  typography: 'body2',
  color: 'text.secondary',
  '&:focus-visible': { outline: 'none' },
} as const;

const restStyle = { minHeight: 32, pb: 6 } as const;

const barStyle = {
  position: 'sticky',
  bottom: 0,
  zIndex: 'appBar',
  mt: 'auto',
  mx: { xs: -2, sm: -3 },
  px: { xs: 2, sm: 3 },
  pt: 1.5,
  pb: 'calc(12px + env(safe-area-inset-bottom))',
  '& [type=submit]': { flex: { xs: '1 1 100%', sm: 'none' }, minHeight: { xs: 54, sm: 44 } },
  borderTop: 1,
  borderColor: 'divider',
  bgcolor: 'background.default',
} as const;
