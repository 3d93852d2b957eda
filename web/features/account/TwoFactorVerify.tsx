import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { useMutation } from '@tanstack/react-query';
import { Check as checkIcon, Copy as copyIcon } from 'lucide';
import type { EndpointOutput } from '#sdk/contract/endpoint.js';
import { totp } from '#sdk/contract/totp.js';
import { needsFreshSignIn } from '../../lib/confirmed-form.ts';
import { useContractForm } from '../../lib/contract-form.ts';
import { useTranslator } from '../../lib/i18n.tsx';
import { client } from '../../lib/sdk.ts';
import { FormError } from '../../ui/feedback/FormError.tsx';
import { CodeInput } from '../../ui/fields/CodeInput.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import { visuallyHidden } from '../../ui/layout/visually-hidden.ts';
import { useCopied } from '../../ui/links/use-copy.ts';
import { FreshSignIn } from '../../ui/sign-in/FreshSignIn.tsx';

interface Props {
  enrolment: EndpointOutput<typeof totp.enable>;
  /** From the previous step; empty if the account has none */
  password: string;
  onCancel(): void;
  onCodes(codes: readonly string[]): void;
}

/** The secret as a QR code and as text, and the first code, which proves that the authenticator has it. */
export function TwoFactorVerify({ enrolment, password, onCancel, onCodes }: Props) {
  const { t } = useTranslator();
  const form = useContractForm(totp.verify.body, { code: '', password }, { totp_wrong: 'code' });
  const verify = useMutation({
    mutationFn: (body: { code: string; password?: string | undefined }) => client.totp.verify({ body }),
    onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes),
    onError: form.showServerIssues,
  });
  const isTooLate = needsFreshSignIn(verify.error);
  const problem = isTooLate ? undefined : form.generalProblem(verify.error);
  return (
    <Box
      component="form"
      noValidate
      onSubmit={form.handleSubmit((body) => verify.mutate(body))}
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'auto minmax(0, 1fr)' },
        gap: { xs: 3, sm: 4 },
        alignItems: 'start',
        maxWidth: 720,
      }}
    >
      <QrPicture src={enrolment.qrCode} />
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2.5 }}>
        <Box sx={{ color: 'text.secondary' }}>
          {t('web.account.twoFactor.scanText')}{' '}
          <Link href={enrolment.totpAuthUrl}>{t('web.account.twoFactor.openApp')}</Link>
        </Box>
        <Box>
          <Box sx={{ mb: 0.75, typography: 'body2', color: 'text.secondary' }}>
            {t('web.account.twoFactor.secretHint')}
          </Box>
          <Secret value={enrolment.totpSecret} />
        </Box>
        <CodeInput
          value={form.watch('code')}
          error={form.field('code').error}
          label={t('web.account.twoFactor.code')}
          hint={t('web.account.twoFactor.codeHint')}
          autoFocus
          onChange={(code) => form.setValue('code', code, { shouldValidate: form.formState.isSubmitted })}
        />
        {isTooLate && <FreshSignIn />}
        {problem && <FormError>{problem}</FormError>}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          <Button type="submit" variant="contained" color="primary" disabled={verify.isPending}>
            {t('web.account.twoFactor.turnOn')}
          </Button>
          <Button variant="outlined" onClick={onCancel}>
            {t('web.common.cancel')}
          </Button>
        </Box>
      </Box>
    </Box>
  );
}

/** The secret in groups of four, since it may have to be typed. A click copies it. */
function Secret({ value }: { value: string }) {
  const { t } = useTranslator();
  const { isCopied, copy } = useCopied();
  return (
    <Box
      component="button"
      type="button"
      data-testid="totp-secret"
      title={t('web.account.twoFactor.copySecret')}
      onClick={() => copy(value)}
      sx={secretStyle}
    >
      <Box component="span" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.25 }}>
        {groupStarts(value).map((start) => (
          <span key={start}>{value.slice(start, start + groupLength)}</span>
        ))}
      </Box>
      <Icon
        icon={isCopied ? checkIcon : copyIcon}
        size={20}
        sx={{ color: isCopied ? 'success.main' : 'text.secondary' }}
      />
      <Box component="span" role="status" sx={visuallyHidden}>
        {isCopied && t('web.account.twoFactor.secretCopied')}
      </Box>
    </Box>
  );
}

const groupLength = 4;

function groupStarts(text: string): number[] {
  return Array.from({ length: Math.ceil(text.length / groupLength) }, (_, group) => group * groupLength);
}

const secretStyle = {
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 1.5,
  width: '100%',
  minHeight: 44,
  px: 1.75,
  py: 1.25,
  font: 'inherit',
  fontFamily: 'ui-monospace, monospace',
  fontSize: '0.9375rem',
  textAlign: 'start',
  color: 'text.primary',
  bgcolor: 'paper.sunken',
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  cursor: 'pointer',
  '&:hover': { borderColor: 'paper.lineStrong' },
} as const;

/** On white with a margin, in the dark scheme too: not every camera can read the inverse. */
function QrPicture({ src }: { src: string }) {
  const { t } = useTranslator();
  return (
    <Box
      component="img"
      src={src}
      alt={t('web.account.twoFactor.qrCode')}
      sx={{
        display: 'block',
        width: 208,
        height: 208,
        p: 1.5,
        bgcolor: '#ffffff',
        border: 1,
        borderColor: 'divider',
        borderRadius: 1.2,
        imageRendering: 'pixelated',
      }}
    />
  );
}
