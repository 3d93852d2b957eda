import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type FormEventHandler, type ReactNode, useEffect, useId } from 'react';
import { useTranslator } from '../../lib/i18n.tsx';
import { FormError } from '../../ui/feedback/FormError.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { Panel } from '../../ui/layout/Panel.tsx';

interface Props {
  title: string;
  /** Only saved settings can be tested. */
  isSaved: boolean;
  field: ReactNode;
  submitLabel: string;
  test: { isPending: boolean; reset(): void };
  /** Why the test failed, unless the field says so. */
  problem: string | undefined;
  onSubmit: FormEventHandler;
  /** The answer to the test. */
  children: ReactNode;
}

/** A form that tries the saved settings of its category. */
export function TestPanel({ title, isSaved, field, submitLabel, test, problem, onSubmit, children }: Props) {
  const { t } = useTranslator();
  const id = useId();
  const { isPending, reset } = test;
  // The answer was about the previously saved settings.
  useEffect(() => {
    if (!isSaved) reset();
  }, [isSaved, reset]);

  return (
    <Box component="section" aria-labelledby={id}>
      <Panel>
        <Typography id={id} variant="h3" component="h2">
          {title}
        </Typography>
        <Box component="form" noValidate onSubmit={onSubmit} sx={{ display: 'grid', gap: 2 }}>
          {field}
          {!isSaved && <Notice>{t('web.admin.config.testMail.saveFirst')}</Notice>}
          <Button
            type="submit"
            variant="outlined"
            disabled={isPending || !isSaved}
            sx={{ justifySelf: 'start' }}
          >
            {submitLabel}
          </Button>
        </Box>
        {problem && <FormError>{problem}</FormError>}
        {children}
      </Panel>
    </Box>
  );
}
