import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown as chevronDownIcon } from 'lucide';
import { useEffect, useState } from 'react';
import { ShareId } from '#sdk/contract/formats/primitives.js';
import { CreateShare } from '#sdk/contract/share-inputs.js';
import { describeIssue } from '#sdk/i18n/describe-error.js';
import { useConfig } from '../../lib/config.tsx';
import { type ContractField, useContractForm } from '../../lib/contract-form.ts';
import { useTranslator } from '../../lib/i18n.tsx';
import { client } from '../../lib/sdk.ts';
import { useCurrentUser } from '../../lib/session.tsx';
import { EmailsInput } from '../../ui/fields/EmailsInput.tsx';
import { ExpirationField } from '../../ui/fields/ExpirationField.tsx';
import { NameAndMessageFields } from '../../ui/fields/NameAndMessageFields.tsx';
import { noAutocorrect } from '../../ui/fields/no-autocorrect.ts';
import { PasswordInput } from '../../ui/fields/PasswordInput.tsx';
import { TextInput } from '../../ui/fields/TextInput.tsx';
import { useExpirationProblem, useInitialExpiration } from '../../ui/fields/use-expiration.ts';
import { Icon } from '../../ui/icons/Icon.tsx';
import { Panel } from '../../ui/layout/Panel.tsx';
import { StartUpload } from '../../uploading/StartUpload.tsx';
import type { UploadSnapshot } from '../../uploading/upload-session.ts';
import { useLimitProblem } from '../../uploading/use-limit-problem.ts';

interface Props {
  snapshot: UploadSnapshot;
  /** Why the last start was refused */
  error: unknown;
  /** Bytes; null: only the disk limits. */
  maxSize: number | null;
  onStart(share: CreateShare): void;
}

/** All options of a share in one panel: the common ones on top, the others collapsed. */
export function OptionsPanel({ snapshot, error, maxSize, onStart }: Props) {
  const { t } = useTranslator();
  const form = useContractForm(CreateShare, {
    name: '',
    description: '',
    password: '',
    id: '',
    recipients: [],
  });
  const canMail = useCanMailLinks();
  const [expiration, setExpiration] = useState(useInitialExpiration());
  const expirationProblem = useExpirationProblem(expiration);
  const limitProblem = useLimitProblem(snapshot, { maxSize });
  const hasFiles = snapshot.files.size > 0;
  const isRefused = limitProblem !== null || expirationProblem !== undefined;

  return (
    <Panel>
      <Box
        component="form"
        noValidate
        onSubmit={form.handleSubmit((share) => {
          if (hasFiles && !isRefused) onStart({ ...share, expiration });
        })}
        sx={{ display: 'grid', gap: 2.5 }}
      >
        <NameAndMessageFields field={form.field} />
        {canMail && (
          <EmailsInput
            label={t('web.upload.recipients')}
            aside={t('web.common.optional')}
            hint={t('web.upload.recipientsHint')}
            value={form.watch('recipients') ?? []}
            onChange={(recipients) => form.setValue('recipients', recipients)}
          />
        )}
        <ExpirationField value={expiration} onChange={setExpiration} error={expirationProblem} />
        <Box component="details" sx={detailsStyle}>
          <Box component="summary">
            {t('web.upload.more')}
            <Icon icon={chevronDownIcon} />
          </Box>
          <Box sx={{ display: 'grid', gap: 2.5, pt: 1.5 }}>
            <PasswordInput
              {...form.field('password')}
              label={t('web.upload.password')}
              hint={t('web.upload.passwordHint')}
              autoComplete="new-password"
            />
            <TextInput
              {...form.field('maxViews')}
              label={t('web.upload.maxViews')}
              hint={t('web.upload.maxViewsHint')}
              inputMode="numeric"
              autoComplete="off"
            />
            <LinkField field={form.field('id')} id={form.watch('id') ?? ''} />
          </Box>
        </Box>
        <StartUpload
          label={t('web.upload.start')}
          isDisabled={!hasFiles || isRefused}
          limitProblem={limitProblem}
          error={error}
        />
        {!hasFiles && (
          <Box sx={{ mt: -1.25, typography: 'body2', color: 'text.secondary', textAlign: 'center' }}>
            {t('web.upload.startHint')}
          </Box>
        )}
      </Box>
    </Panel>
  );
}

/** Only signed-in people can have links mailed, and only if the instance allows it. */
function useCanMailLinks(): boolean {
  const isSwitchedOn = useConfig()('email.enableShareEmailRecipients');
  return useCurrentUser() !== null && isSwitchedOn;
}

const detailsStyle = {
  '& > summary': {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    minHeight: 44,
    fontWeight: 550,
    fontSize: '0.9375rem',
    cursor: 'pointer',
    listStyle: 'none',
    borderRadius: 1,
    '&::-webkit-details-marker': { display: 'none' },
    '& svg': { transition: 'transform 160ms', color: 'text.secondary' },
  },
  '&[open] > summary svg': { transform: 'rotate(180deg)' },
} as const;

interface LinkFieldProps {
  field: ContractField;
  id: string;
}

/** Longer links cannot be guessed. */
const hardToGuess = 12;

/** A custom link. Whether it is free is checked when typing stops. */
function LinkField({ field, id }: LinkFieldProps) {
  const translator = useTranslator();
  const { t } = translator;
  const debounced = useDebounced(id, 350);
  const availability = useQuery({
    queryKey: ['shareIdAvailable', debounced],
    queryFn: () => client.shares.isShareIdAvailable({ params: { id: ShareId.parse(debounced) } }),
    enabled: ShareId.safeParse(debounced).success,
    staleTime: 0,
  });
  const available = debounced === id ? availability.data?.available : undefined;
  const url = `${window.location.host}/s/${id === '' ? '…' : id}`;
  const hint =
    id !== '' && id.length < hardToGuess ? 'web.upload.customLinkShort' : 'web.upload.customLinkHint';
  const wrongLetters = /[^\w-]/.test(id) ? describeIssue(translator, { code: 'share_id' }) : undefined;
  const taken = available === false ? t('errors.share_id_taken') : undefined;
  return (
    <TextInput
      {...field}
      label={t('web.upload.customLink')}
      aside={available === true ? t('web.upload.customLinkFree') : t('web.common.optional')}
      hint={t(hint, { url })}
      error={wrongLetters ?? field.error ?? taken}
      autoComplete="off"
      {...noAutocorrect}
    />
  );
}

/** A value, updated once it has not changed for a while. */
function useDebounced<Value>(value: Value, milliseconds: number): Value {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return debounced;
}
