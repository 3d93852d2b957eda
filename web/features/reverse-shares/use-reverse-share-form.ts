import { CreateReverseShare } from '#sdk/contract/reverse-shares.js';
import { type ContractForm, useContractForm } from '../../lib/contract-form.ts';

export interface ReverseShareForm extends ContractForm<CreateReverseShare> {
  setMaxShareSize(bytes: number | undefined): void;
}

/** One form for new reverse shares and for those that are edited: what both can say is the same. */
export function useReverseShareForm(initial: CreateReverseShare): ReverseShareForm {
  const form = useContractForm(CreateReverseShare, initial);
  return {
    ...form,
    setMaxShareSize: (bytes) => form.setValue('maxShareSize', bytes, { shouldValidate: true }),
  };
}
