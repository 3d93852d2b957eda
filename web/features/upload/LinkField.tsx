import { useQuery } from '@tanstack/react-query';
import { ShareId } from '#sdk/contract/formats/primitives.js';
import { describeIssue } from '#sdk/i18n/describe-error.js';
import type { ContractField } from '../../lib/contract-form.ts';
import { useTranslator } from '../../lib/i18n.tsx';
import { client } from '../../lib/sdk.ts';
import { TextInput } from '../../ui/TextInput.tsx';
import { useSettled } from '../../ui/use-settled.ts';
import { verbatim } from '../../ui/verbatim.ts';

interface Props {
  field: ContractField;
  id: string;
}

/** Longer ones are not found by trying. */
const hardToGuess = 12;

/** A link of one's own. Whether it is free is asked as soon as nobody types any more. */
export function LinkField({ field, id }: Props) {
  const translator = useTranslator();
  const { t } = translator;
  const settled = useSettled(id, 350);
  const availability = useQuery({
    queryKey: ['shareIdAvailable', settled],
    queryFn: () => client.shares.isShareIdAvailable({ params: { id: ShareId.parse(settled) } }),
    enabled: ShareId.safeParse(settled).success,
    staleTime: 0,
  });
  const available = settled === id ? availability.data?.available : undefined;
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
      {...verbatim}
    />
  );
}
