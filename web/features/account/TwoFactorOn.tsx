import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { ShieldCheck as shieldCheckIcon } from 'lucide';
import { useState } from 'react';
import type * as z from 'zod/mini';
import { totp } from '#sdk/contract/totp.js';
import { useConfirmedForm } from '../../lib/confirmed-form.ts';
import { useTranslator } from '../../lib/i18n.tsx';
import { client } from '../../lib/sdk.ts';
import { useCurrentUser } from '../../lib/session.tsx';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { TextInput } from '../../ui/fields/TextInput.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import { Panel } from '../../ui/layout/Panel.tsx';
import { Confirmation } from '../../ui/sign-in/Confirmation.tsx';

interface Props {
  onDisabled(): Promise<void>;
  onCodes(codes: readonly string[]): void;
}

/** The actions while two-factor sign-in is on; both confirm the identity and ask for a code. */
export function TwoFactorOn({ onDisabled, onCodes }: Props) {
  const { t } = useTranslator();
  const isMandatory = useCurrentUser()?.totpRequired ?? false;
  const [dialog, setDialog] = useState<'disable' | 'renew' | null>(null);
  const close = () => setDialog(null);
  return (
    <Panel>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.25, fontWeight: 600 }}>
        <Icon icon={shieldCheckIcon} sx={{ color: 'success.main' }} />
        {t('web.account.twoFactor.isOn')}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button variant="outlined" onClick={() => setDialog('renew')}>
          {t('web.account.twoFactor.renew')}
        </Button>
        {!isMandatory && (
          <Button variant="outlined" onClick={() => setDialog('disable')}>
            {t('web.account.twoFactor.disable')}
          </Button>
        )}
      </Box>
      {isMandatory && <Box sx={{ color: 'text.secondary' }}>{t('web.account.twoFactor.mandatory')}</Box>}
      {dialog === 'disable' && (
        <TwoFactorDialog
          title={t('web.account.twoFactor.disableTitle')}
          intro={t('web.account.twoFactor.disableText')}
          submitLabel={t('web.account.twoFactor.disable')}
          send={async (body) => {
            await client.totp.disable({ body });
            await onDisabled();
          }}
          onClose={close}
        />
      )}
      {dialog === 'renew' && (
        <TwoFactorDialog
          title={t('web.account.twoFactor.renewTitle')}
          intro={t('web.account.twoFactor.renewText')}
          submitLabel={t('web.account.twoFactor.renew')}
          send={async (body) => onCodes((await client.totp.renewRecoveryCodes({ body })).recoveryCodes)}
          onClose={close}
        />
      )}
    </Panel>
  );
}

type Proof = z.input<typeof totp.disable.body>;

interface TwoFactorDialogProps {
  title: string;
  intro: string;
  submitLabel: string;
  send(proof: Proof): Promise<void>;
  onClose(): void;
}

/** Confirms the identity and asks for a second factor. */
function TwoFactorDialog({ title, intro, submitLabel, send, onClose }: TwoFactorDialogProps) {
  const { t } = useTranslator();
  const form = useConfirmedForm(
    totp.disable.body,
    { password: '', code: '' },
    { fieldOfError: { password_wrong: 'password', totp_wrong: 'code' } },
  );
  const confirm = useMutation({ mutationFn: send, onSuccess: onClose });
  return (
    <FormDialog
      title={title}
      intro={intro}
      submitLabel={submitLabel}
      form={form}
      mutation={confirm}
      onSubmit={(proof) => confirm.mutateAsync(proof)}
      onClose={onClose}
    >
      <Confirmation field={form.field('password')} error={confirm.error} />
      <TextInput
        {...form.field('code')}
        label={t('web.account.twoFactor.code')}
        hint={t('web.account.twoFactor.proofHint')}
        autoComplete="one-time-code"
      />
    </FormDialog>
  );
}
