import Box from '@mui/material/Box';
import type { Mail } from '#sdk/contract/mails.js';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { StateMark } from '../../ui/StateMark.tsx';
import { mailColors, mailText } from './mail-texts.ts';

export function MailRow({ mail }: { mail: Mail }) {
  const translator = useTranslator();
  const { t } = translator;
  const format = useFormat();
  const { nextTryAt, sentAt } = mail;
  const cell = (label: string) => ({ role: 'cell', 'data-label': label });
  return (
    <tr role="row">
      <td {...cell(t('web.admin.mails.columnRecipient'))} data-full>
        <Box sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{mail.recipient}</Box>
        {mail.problem !== null && (
          <Box sx={problemStyle}>
            <Box component="span" sx={{ color: 'text.secondary' }}>
              {t('web.admin.mails.problem')}
            </Box>{' '}
            {mail.problem}
          </Box>
        )}
      </td>
      <td {...cell(t('web.admin.mails.columnKind'))}>{mailText(translator, mail.kind)}</td>
      <td
        {...cell(t('web.admin.mails.columnState'))}
        title={sentAt === null ? undefined : format.dateTime(sentAt)}
      >
        <StateMark color={mailColors[mail.state]}>{t(`web.admin.mails.states.${mail.state}`)}</StateMark>
      </td>
      <td {...cell(t('web.admin.mails.columnAttempts'))} data-numeric>
        {format.number(mail.attempts)}
      </td>
      <td {...cell(t('web.admin.mails.columnCreated'))} title={format.dateTime(mail.createdAt)}>
        {format.relative(mail.createdAt)}
      </td>
      <td
        {...cell(t('web.admin.mails.columnNext'))}
        title={nextTryAt === null ? undefined : format.dateTime(nextTryAt)}
      >
        {nextTryAt === null ? '–' : format.relative(nextTryAt)}
      </td>
    </tr>
  );
}

const problemStyle = {
  maxWidth: 480,
  mt: 0.5,
  typography: 'body2',
  overflowWrap: 'anywhere',
  whiteSpace: 'pre-line',
} as const;
