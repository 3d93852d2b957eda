import { useEffect, useState } from 'react';
import type { DefaultValues } from 'react-hook-form';
import { CreateShare } from '#sdk/contract/shares/inputs.js';
import { useContractForm } from '../../lib/contract-form.ts';
import { currentUpload } from './current-upload.ts';

/** What a sender has entered beside the fields of the form. */
interface Choices {
  /** null: the name of what is chosen */
  name: string | null;
  /** null: the default of the instance */
  expiration: string | null;
  wantsPassword: boolean;
}

interface Entered {
  fields: DefaultValues<CreateShare>;
  choices: Choices;
}

const nothing: Entered = {
  fields: { description: '', password: '', id: '', recipients: [] },
  choices: { name: null, expiration: null, wantsPassword: false },
};

// A share must not lose its password because its sender has looked at another page. Nothing of it is stored.
let entered = nothing;

const { session } = currentUpload;
session.subscribe(() => {
  const { stage, files, removed } = session.getSnapshot();
  const isEmpty = stage.kind === 'choosing' && files.size === 0 && removed === null;
  if (stage.kind === 'done' || isEmpty) entered = nothing;
});

/** The options of the share that the chosen files become. They are kept as long as the files, also on other pages. */
export function useShareForm() {
  const form = useContractForm(CreateShare, entered.fields);
  const [choices, setChoices] = useState(entered.choices);
  const { watch } = form;
  useEffect(() => {
    const watching = watch((fields) => {
      entered = { ...entered, fields };
    });
    return () => watching.unsubscribe();
  }, [watch]);
  const choose = (changes: Partial<Choices>) => {
    const chosen = { ...choices, ...changes };
    entered = { ...entered, choices: chosen };
    setChoices(chosen);
  };
  return { form, choices, choose };
}
