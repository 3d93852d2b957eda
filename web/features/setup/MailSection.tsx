import { mdiChevronDown, mdiChevronUp } from '@mdi/js';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useId, useState } from 'react';
import { useTranslator } from '../../lib/i18n.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { MailQuestions } from './MailQuestions.tsx';
import { hasMailServer, mailKeys } from './setup-answers.ts';
import type { SetupForm } from './use-setup-form.ts';

/** The mail server: nobody needs it to begin, so it is folded. */
export function MailSection({ form }: { form: SetupForm }) {
  const { t } = useTranslator();
  const id = useId();
  const [isOpen, setOpen] = useState(() => hasMailServer(form.answers));
  // What is wrong must be seen, and stays while it is mended.
  const hasProblem = mailKeys.some((key) => form.problemOf(key) !== undefined);
  if (hasProblem && !isOpen) setOpen(true);
  return (
    <Box sx={frameStyle}>
      <Button
        fullWidth
        variant="text"
        aria-expanded={isOpen}
        aria-controls={id}
        endIcon={<Icon path={isOpen ? mdiChevronUp : mdiChevronDown} size={20} />}
        onClick={() => setOpen(!isOpen)}
        sx={{ justifyContent: 'space-between', px: 2, minHeight: 56 }}
      >
        {t('web.setup.mailTitle')}
      </Button>
      <Box id={id} hidden={!isOpen} sx={{ px: 2, pb: 2 }}>
        <Box sx={{ typography: 'body2', color: 'text.secondary', mb: 2 }}>{t('web.setup.mailText')}</Box>
        <MailQuestions form={form} />
      </Box>
    </Box>
  );
}

const frameStyle = {
  border: 1,
  borderColor: 'divider',
  borderRadius: 1.2,
  bgcolor: 'background.paper',
} as const;
