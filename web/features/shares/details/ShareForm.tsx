import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useEffect, useState } from 'react';
import { UpdateShare } from '#sdk/contract/shares/inputs.js';
import type { ShareDetails } from '#sdk/contract/shares.js';
import { useConfig, useShareRules } from '../../../lib/config.tsx';
import { useContractForm } from '../../../lib/contract-form.ts';
import { useTranslator } from '../../../lib/i18n.tsx';
import { useNotifier } from '../../../lib/notify.tsx';
import { FormError } from '../../../ui/feedback/FormError.tsx';
import { NameAndMessageFields } from '../../../ui/fields/NameAndMessageFields.tsx';
import { TextInput } from '../../../ui/fields/TextInput.tsx';
import { useExclusive } from '../../../ui/hooks/use-exclusive.ts';
import { useUpdateShare } from '../share-queries.ts';
import { ExpiryField } from './ExpiryField.tsx';
import { RecipientsField } from './RecipientsField.tsx';
import { SharePasswordField } from './SharePasswordField.tsx';

interface Props {
  share: ShareDetails;
  onDirty(isDirty: boolean): void;
}

/** The texts of a share, and who may open it. The link stays the same. */
export function ShareForm({ share, onDirty }: Props) {
  const { t } = useTranslator();
  const { notify } = useNotifier();
  const update = useUpdateShare(share.id);
  // The share that the form started with: if it is fetched again, old values do not become changes.
  const [before, setBefore] = useState(share);
  const [round, setRound] = useState(0);
  const form = useContractForm(UpdateShare, valuesOf(before), {
    share_needs_password: 'password',
    share_recipients_disabled: 'recipients',
    share_recipient_limit: 'recipients',
  });
  const { needsPassword } = useShareRules();
  const mailsLinks = useConfig()('email.enableShareEmailRecipients');
  const { isDirty } = form.formState;
  const { reset } = form;
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  useEffect(() => () => onDirty(false), [onDirty]);
  if (!isDirty && share !== before) setBefore(share);
  useEffect(() => {
    if (!isDirty) reset(valuesOf(before));
  }, [before, isDirty, reset]);

  const restart = (from: ShareDetails) => {
    setBefore(from);
    reset(valuesOf(from));
    setRound((last) => last + 1);
  };

  const save = useExclusive(
    form.handleSubmit(async (body) => {
      const sent = { ...form.getValues() };
      await update.mutateAsync(changesOf(before, body), {
        onSuccess: (saved) => {
          const typed = { ...form.getValues() };
          restart(saved);
          // Anything typed while saving stays.
          for (const name of formFields) {
            if (typed[name] !== sent[name]) form.setValue(name, typed[name], { shouldDirty: true });
          }
          notify(t('web.shares.saved'), 'success');
        },
        onError: form.showServerIssues,
      });
    }),
  );
  const problem = form.generalProblem(update.error);

  return (
    <Box
      component="form"
      noValidate
      aria-label={t('web.shares.edit')}
      onSubmit={(event) => {
        event.preventDefault();
        save(event);
      }}
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2.5 }}
    >
      <NameAndMessageFields field={form.field} />
      <ExpiryField
        share={share}
        value={form.watch('expiration') ?? ''}
        onChange={(expiration) => form.setValue('expiration', expiration, { shouldDirty: true })}
      />
      <SharePasswordField
        key={`password-${round}`}
        isRequired={needsPassword}
        hasPassword={share.hasPassword}
        value={form.watch('password')}
        field={form.field('password')}
        onChange={(password) => form.setValue('password', password, { shouldDirty: true })}
      />
      <TextInput
        {...form.field('maxViews')}
        label={t('web.upload.maxViews')}
        hint={t('web.shares.maxViewsHint', { count: share.visitors })}
        inputMode="numeric"
        autoComplete="off"
      />
      {(mailsLinks || share.recipients.length > 0) && (
        <RecipientsField
          key={`recipients-${round}`}
          share={share}
          value={form.watch('recipients') ?? []}
          error={form.field('recipients').error}
          onChange={(recipients) => form.setValue('recipients', recipients, { shouldDirty: true })}
        />
      )}
      {isDirty && (
        <Box data-foot sx={footStyle}>
          {problem !== undefined && <FormError>{problem}</FormError>}
          <Box sx={{ display: 'flex', gap: 1.25 }}>
            <Button type="submit" variant="contained" color="primary" disabled={update.isPending}>
              {t('web.shares.save')}
            </Button>
            <Button
              variant="outlined"
              onClick={() => {
                update.reset();
                restart(share);
              }}
            >
              {t('web.shares.revert')}
            </Button>
          </Box>
        </Box>
      )}
    </Box>
  );
}

/** Visible wherever in the drawer something was changed. */
const footStyle = {
  position: 'sticky',
  bottom: 0,
  zIndex: 1,
  display: 'grid',
  gap: 1.5,
  mx: { xs: -2, sm: -3 },
  px: { xs: 2, sm: 3 },
  py: 1.5,
  bgcolor: 'background.default',
  borderTop: 1,
  borderColor: 'divider',
} as const;

const formFields = [
  'name',
  'description',
  'expiration',
  'password',
  'maxViews',
  'recipients',
] as const satisfies readonly (keyof UpdateShare)[];

/** The values of the form for a share. An empty expiration or password means unchanged. */
function valuesOf(share: ShareDetails): UpdateShare {
  return {
    name: share.name ?? '',
    description: share.description ?? '',
    expiration: '',
    password: '',
    ...(share.maxViews !== null && { maxViews: share.maxViews }),
    recipients: share.recipients.map(({ email }) => email),
  };
}

/** Only what differs is sent. An emptied text is removed. */
function changesOf(share: ShareDetails, body: UpdateShare): UpdateShare {
  const { name = null, description = null, maxViews = null, expiration, password, recipients } = body;
  const before = share.recipients.map(({ email }) => email);
  return {
    ...(name !== share.name && { name }),
    ...(description !== share.description && { description }),
    ...(maxViews !== share.maxViews && { maxViews }),
    ...(expiration !== undefined && { expiration }),
    ...(password !== undefined && { password }),
    ...(recipients !== undefined && !isSame(recipients, before) && { recipients }),
  };
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((email) => b.includes(email));
}
