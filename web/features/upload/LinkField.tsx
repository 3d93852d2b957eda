import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ShareId } from '#sdk/contract/primitives.js';
import type { ContractField } from '../../lib/contract-form.ts';
import { useTranslator } from '../../lib/i18n.tsx';
import { client } from '../../lib/sdk.ts';
import { TextInput } from '../../ui/TextInput.tsx';
import { verbatim } from '../../ui/verbatim.ts';

interface Props {
  field: ContractField;
  id: string;
}

/** A link of one's own. Whether it is free is asked when the field is left. */
export function LinkField({ field, id }: Props) {
  const { t } = useTranslator();
  const [left, setLeft] = useState('');
  const availability = useQuery({
    queryKey: ['shareIdAvailable', left],
    queryFn: () => client.shares.isShareIdAvailable({ params: { id: ShareId.parse(left) } }),
    enabled: ShareId.safeParse(left).success,
    staleTime: 0,
  });
  const isTaken = left === id && availability.data?.available === false;
  return (
    <TextInput
      {...field}
      label={t('web.upload.customLink')}
      hint={t('web.upload.customLinkHint', { url: `${window.location.host}/s/${id === '' ? '…' : id}` })}
      error={field.error ?? (isTaken ? t('errors.share_id_taken') : undefined)}
      autoComplete="off"
      {...verbatim}
      onBlur={(event) => {
        void field.onBlur(event);
        setLeft(event.target.value);
      }}
    />
  );
}
