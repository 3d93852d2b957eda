import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Workflow as workflowIcon } from 'lucide';
import type { WorkloadIdentity } from '#sdk/contract/workload-identities.js';
import { useTranslator } from '../../lib/i18n.tsx';
import { scopeTexts } from '../../ui/fields/scope-texts.ts';
import { Item } from '../../ui/lists/ItemList.tsx';

interface Props {
  workload: WorkloadIdentity;
  onDelete(): void;
}

/** A workload identity in words: who acts as whom, under which conditions, and what that allows. */
export function WorkloadItem({ workload, onDelete }: Props) {
  const { t, locale } = useTranslator();
  const { name, user, issuer, audience, claims, scopes } = workload;
  const list = new Intl.ListFormat(locale);
  const conditions = Object.entries(claims).map(([claim, value]) =>
    value.endsWith('*')
      ? t('web.admin.workloads.claimBegins', { claim, value: value.slice(0, -1) })
      : t('web.admin.workloads.claimIs', { claim, value }),
  );
  const facts = [
    list.format(conditions),
    t('web.admin.workloads.actsAs', { username: user.username }),
    t('web.admin.workloads.tokensFrom', { issuer, audience }),
  ];
  return (
    <Item
      icon={workflowIcon}
      title={name}
      facts={
        <>
          {facts.map((fact) => (
            <Box key={fact} sx={{ overflowWrap: 'anywhere' }}>
              {fact}
            </Box>
          ))}
          {list.format(scopes.map((scope) => t(scopeTexts[scope].label)))}
        </>
      }
      action={
        <Button
          variant="outlined"
          aria-label={`${t('web.admin.webhooks.delete')}: ${name}`}
          onClick={onDelete}
        >
          {t('web.admin.webhooks.delete')}
        </Button>
      }
    />
  );
}
