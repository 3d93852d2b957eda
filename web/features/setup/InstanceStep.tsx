import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type FormEvent, useState } from 'react';
import { findConfigProblem } from '#sdk/contract/config/problems.js';
import type { ConfigKey } from '#sdk/contract/config.js';
import { describeIssue } from '#sdk/i18n/describe-error.js';
import { localeCodes } from '#sdk/i18n/locales.js';
import { useConfig } from '../../lib/config.tsx';
import { useTranslator } from '../../lib/i18n.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import type { InstanceAnswers } from './use-setup.ts';

interface Props {
  answers: InstanceAnswers | null;
  onDone(answers: InstanceAnswers): void;
}

export function InstanceStep({ answers, onDone }: Props) {
  const translator = useTranslator();
  const { t } = translator;
  const config = useConfig();
  const [appName, setAppName] = useState(answers?.appName ?? config('general.appName'));
  const [appUrl, setAppUrl] = useState(answers?.appUrl ?? window.location.origin);
  const [isChecked, setChecked] = useState(false);

  const problemOf = (key: ConfigKey, value: string) => {
    const problem = findConfigProblem(key, value, localeCodes);
    return problem ? describeIssue(translator, problem) : undefined;
  };
  const nameProblem = problemOf('general.appName', appName.trim());
  const urlProblem = problemOf('general.appUrl', appUrl.trim());

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (nameProblem === undefined && urlProblem === undefined) {
      onDone({ appName: appName.trim(), appUrl: appUrl.trim() });
    }
  };

  return (
    <Box component="form" noValidate onSubmit={handleSubmit} sx={{ display: 'grid', gap: 2.5 }}>
      <TextInput
        label={t('web.setup.appName')}
        hint={t('web.setup.appNameHint')}
        value={appName}
        onChange={(event) => setAppName(event.target.value)}
        error={isChecked ? nameProblem : undefined}
        autoComplete="off"
        autoFocus
      />
      <TextInput
        label={t('web.setup.appUrl')}
        hint={t('web.setup.appUrlHint')}
        type="url"
        value={appUrl}
        onChange={(event) => setAppUrl(event.target.value)}
        error={isChecked ? urlProblem : undefined}
        autoComplete="off"
      />
      <Button type="submit" variant="contained" color="primary" size="large">
        {t('web.setup.next')}
      </Button>
    </Box>
  );
}
