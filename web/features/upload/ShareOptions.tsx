import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown as chevronDownIcon } from 'lucide';
import { useEffect, useRef, useState } from 'react';
import { ShareId } from '#sdk/contract/formats/primitives.js';
import type { CreateShare } from '#sdk/contract/shares/inputs.js';
import { describeIssue } from '#sdk/i18n/describe-error.js';
import { useConfig, useShareRules } from '../../lib/config.tsx';
import type { ContractField, ContractForm } from '../../lib/contract-form.ts';
import { useTranslator } from '../../lib/i18n.tsx';
import { client } from '../../lib/sdk.ts';
import { useCurrentUser } from '../../lib/session.tsx';
import { EmailsInput } from '../../ui/fields/EmailsInput.tsx';
import { ExpirationField } from '../../ui/fields/ExpirationField.tsx';
import { noAutocorrect } from '../../ui/fields/no-autocorrect.ts';
import { PasswordInput } from '../../ui/fields/PasswordInput.tsx';
import { SwitchInput } from '../../ui/fields/SwitchInput.tsx';
import { TextInput } from '../../ui/fields/TextInput.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';

interface Props {
  form: ContractForm<CreateShare>;
  expiration: string;
  expirationProblem: string | undefined;
  onExpirationChange(expiration: string): void;
  /** The sender has asked for a password. */
  wantsPassword: boolean;
  onPasswordSwitch(isOn: boolean): void;
}

/** All options of a share but its name: the common ones on top, the others folded. */
export function ShareOptions({
  form,
  expiration,
  expirationProblem,
  onExpirationChange,
  wantsPassword,
  onPasswordSwitch,
}: Props) {
  const { t } = useTranslator();
  const canMail = useCanMailLinks();
  const { needsPassword } = useShareRules();
  const hasPassword = needsPassword || wantsPassword;
  const [isSwitched, setSwitched] = useState(false);
  const handleSwitchPassword = (isOn: boolean) => {
    setSwitched(true);
    onPasswordSwitch(isOn);
    if (isOn) return;
    form.setValue('password', '');
    form.clearErrors('password');
  };
  return (
    <>
      <TextInput
        {...form.field('description')}
        label={t('web.upload.message')}
        aside={t('web.common.optional')}
        multiline
        minRows={3}
        maxRows={8}
      />
      {canMail && (
        <EmailsInput
          label={t('web.upload.recipients')}
          aside={t('web.common.optional')}
          hint={t('web.upload.recipientsHint')}
          value={form.watch('recipients') ?? []}
          onChange={(recipients) => form.setValue('recipients', recipients)}
        />
      )}
      <ExpirationField value={expiration} onChange={onExpirationChange} error={expirationProblem} />
      <Box sx={{ borderTop: 1, borderColor: 'divider', pt: 0.75 }}>
        {!needsPassword && (
          <SwitchInput label={t('web.upload.protect')} isOn={hasPassword} onChange={handleSwitchPassword} />
        )}
        {hasPassword && (
          <Box sx={{ py: 1.5 }}>
            <PasswordInput
              {...form.field('password')}
              label={t('web.upload.password')}
              hint={t(needsPassword ? 'web.upload.passwordRequired' : 'web.upload.passwordHint')}
              autoComplete="new-password"
              autoFocus={isSwitched}
            />
          </Box>
        )}
        <FoldedOptions form={form} />
      </Box>
    </>
  );
}

/** What few senders need. It opens by itself when something in it is wrong. */
function FoldedOptions({ form }: Pick<Props, 'form'>) {
  const { t } = useTranslator();
  const { setFocus, getValues } = form;
  const [isOpen, setOpen] = useState(() => getValues(['maxViews', 'id']).some(Boolean));
  const wrong = (['maxViews', 'id'] as const).find((name) => form.field(name).error !== undefined);
  const hidden = isOpen ? undefined : wrong;
  useEffect(() => {
    // The form could not focus a field that was hidden.
    if (hidden) setFocus(hidden);
  }, [hidden, setFocus]);
  return (
    <Box
      component="details"
      open={isOpen || wrong !== undefined}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      sx={detailsStyle}
    >
      <Box component="summary">
        {t('web.upload.more')}
        <Icon icon={chevronDownIcon} />
      </Box>
      <Box sx={{ display: 'grid', gap: 2.25, pt: 1, pb: 0.5 }}>
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
  const error = wrongLetters ?? field.error ?? taken;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // It is the last field: its error may appear below the edge of the options.
    if (error !== undefined) place.current?.scrollIntoView({ block: 'nearest' });
  }, [error]);
  return (
    <Box ref={place} sx={{ scrollMarginBottom: { xs: 120, md: 8 } }}>
      <TextInput
        {...field}
        label={t('web.upload.customLink')}
        aside={available === true ? t('web.upload.customLinkFree') : t('web.common.optional')}
        hint={t(hint, { url })}
        error={error}
        autoComplete="off"
        {...noAutocorrect}
      />
    </Box>
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
